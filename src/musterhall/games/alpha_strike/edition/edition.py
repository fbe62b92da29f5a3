"""Every figure and reading of the edition a battle is played by, for code to look up by name.

What each means, where it comes from and how sure it is stands in `catalogue/edition.toml`; a test holds the two
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from musterhall.game.edition import ChosenEdition, EditionFile
from musterhall.games.alpha_strike.package_data import catalogue_data

FILE = EditionFile("edition.toml", catalogue_data)


@dataclass(frozen=True, slots=True)
class Edition(ChosenEdition):
    """Every figure and reading of Alpha Strike."""

    file: ClassVar[EditionFile] = FILE

    # A force
    command_abilities_of_a_force: int | None

    # The round and the turn
    edge_tie: str
    round_initiative: Literal["first_turn", "set_up_only"]
    standard_deployment: Literal["walk_on", "zone"]
    deployment_zone_depth: int
    initiative_tie: Literal["again", "as_last_turn"]
    movement_order: Literal["front_loaded", "whole_ratio"]
    sealed_choices: Literal["at_once", "loser_first"]
    turn_limit: int
    early_end: Literal["end_phase", "at_once"]
    time_called: Literal["phase", "whole_turn", "at_once"]

    # Command units
    command_units_when: Literal["before_play", "before_deployment"]
    command_units_in: Literal["assassination", "every_scenario"]
    scan_ecm: Literal["on_the_line", "over_the_ends"]

    # Moving
    least_move: int
    standstill_below: int
    jump_straight: bool
    jump_height_share: float
    heat_slows_jumps: bool
    heat_immobilises: bool
    bases_may_overlap: bool
    rubble_bars_wheeled: bool
    woods_bar_hover: bool
    off_road_cost: int
    amphibious_cost: int
    pavement_bonus: int
    hull_down: bool
    front_arc: int
    disruption_tmm: Literal["unchanged", "read_anew"]
    zone_lasts: Literal["this_phase", "until_the_holder_moves"]

    # Transport
    mount_cost: int
    dismount_counts: Literal["next_turn", "at_once"]
    omni_rider_hit_on: int
    drops_from: Literal["carriers", "anywhere"]
    passengers_of_a_wreck: Literal["destroyed", "dismount"]
    drop_roll: Literal["skill", "always"]
    drop_failure_damage: int

    # Sight and cover
    woods_block: int
    heavy_woods_block: int
    woods_height: float
    partial_cover_for: Literal["mechs", "everybody"]
    hidden_below: float
    covered_to: float
    blocking_models: Literal["large", "all"]
    mech_height: float
    vehicle_height: float
    infantry_height: float
    large_height: float
    flight_ceiling: int
    flight_height: float
    water_hides: bool

    # Attacks
    natural_two_misses: bool
    natural_twelve_hits: bool
    least_target_number: int
    attack_dice: Literal["each_point", "one_roll"]
    variable_damage: bool
    variable_damage_on: int
    split_fire: bool
    rear_weapons_cut: Literal["when_fired", "always"]
    heat_dice: Literal["each_die", "any_hit"]
    extreme_range_to: int
    extreme_damage_less: int
    horizon_range: bool
    attacker_in_woods_counts: bool
    relaser_against_reflective: Literal["whole", "as_others"]
    shield_leaves: int
    sensor_height: float
    sensors_a_turn: int
    spotter_within: int
    spotter_attacks_later: Literal["pays_itself", "may_not"]
    buildings_count_as_immobile: bool
    shielding_scope: Literal["each_attacker", "whole_force"]
    combined_fire_missing: Literal["all_in_play", "all_able"]

    # Physical attacks
    blows_at: Literal["base_contact", "within_an_inch"]
    weapons_in_contact: bool
    charge_damage: Literal["half_tmm", "quarter_move"]
    charge_own_damage: Literal["target_size", "none"]
    death_from_above_own_damage: Literal["size", "none"]
    death_from_above_crit: bool
    anti_mech_crit: bool
    blow_twelve_crits: bool

    # Damage, criticals, heat
    mp_hit_tmm: Literal["half", "one"]
    motive_rolls: Literal["each_attack", "once_a_turn"]
    crash_damage: int
    industrial_mech_crits: int
    hull_breach: bool
    engine_hit_heats: Literal["who_fired", "everybody"]
    water_cools: Literal["gains_only", "any_heat"]
    heat_from_others_most: int
    engine_explosions: bool
    engine_explodes_on: int
    engine_explosion_reach: int
    crippled_by_half_move: bool
    home_edge_exit: Literal["end_of_move", "end_phase"]
    withdrawal_tolerance: int
    leaves_on: Literal["contact", "whole_base"]
    voluntary_exit: bool

    # Artillery, bombs, munitions
    artillery_ais: int
    artillery_ac: int
    artillery_t: int
    artillery_s: int
    artillery_lt: int
    artillery_lt_ring: int
    artillery_tc: int
    artillery_sc: int
    artillery_ltc: int
    artillery_ba: int
    artillery_number: int
    artillery_template: int
    artillery_ring: int
    artillery_reach: str
    artillery_flight: int
    area_hits_low_flyers: bool
    off_board_stands_still: bool
    taunted_move: Literal["nearer", "no_farther"]
    club_lasts: Literal["battle", "turn"]
    near_shell_miss: int
    scatter_distance: Literal["points_missed", "one_die"]
    adjusting_first_gun: Literal["later_turns_help", "never"]
    homing_damage: int
    cluster_template_wider: int
    bomb_damage: int
    unlisted_munitions: Literal["standard", "barred"]
    piercing_damage_less: int
    inferno_most: int
    pulse_number: int
    explosive_pod: int
    haywire_number: int
    pods_last: Literal["battle", "turn"]

    # Electronics and hidden units
    drones: Literal["as_others", "controlled"]
    eccm_fields: Literal["one_for_one", "strongest_wins"]
    hidden_found_within: int

    # Buildings
    light_building: int
    medium_building: int
    heavy_building: int
    hardened_building: int
    building_holds: Literal["its_cf", "anything"]
    light_absorption: int
    medium_absorption: int
    heavy_absorption: int
    hardened_absorption: int
    collapse_damage: int

    # In the air
    low_altitude: int
    middle_altitude: int
    high_altitude: int
    extreme_altitude: int
    strike_number: int
    strafe_number: int
    dive_bomb_number: int
    altitude_bomb_number: int
    control_number: int
    thrust_inches: int
    flight_path_width: int
    strafe_length: int
    flight_turn: int

    # Abilities and formations
    part_of_force: Literal["whole_force", "named_part"]
    force_counted: Literal["at_start", "in_play"]
    outnumbered_by: Literal["on_the_table", "alive"]
    forcing_kills: Literal["by_own_force", "by_whatever"]
    in_the_moment_when: Literal["before_initiative", "before_play"]
    counterparts_when: Literal["before_initiative", "before_play"]
    savages_rename: Literal["as_they_activate", "as_a_turn_begins"]
    returner_harmed: Literal["at_once", "next_end_phase"]
    in_the_moment_pool: Literal["allowed", "named"]
    adjustments_bar_reroll: bool
    yield_both: Literal["dice", "both_credited"]
    formation_bonus_lost: Literal["no_unit_left", "under_three"]

    # Objectives in every scenario
    shutdown_check: Literal["after_heat", "before_heat", "either"]
    airborne_contests: bool
    objective_terrain: Literal["solid", "none"]

    # Assassination
    crippled_trophy: Literal["stays", "goes_along"]
    exit_trophy: bool
    trophy_carrier_destroyed: Literal["drops_it", "lost"]
    trophies_per_unit: int
    deployment_halves: Literal["shared", "own_half"]

    # Bunkers
    bunker_door: Literal["owner_side", "enemy_side"]
    infiltration: Literal["must", "may"]
    bunker_shot_with_inside: Literal["out_unharmed", "lost"]
    bunker_blast: Literal["nothing", "destroys"]
    inside_counts: bool

    # Domination and King of the Hill
    claim_optional: bool
    flag_stays: bool
    riders_size: bool
    hill_terrain: Literal["flat", "level_1"]

    # Data Extraction
    data_extracted: Literal["uploaded", "downloaded"]
    upload_action: Literal["free", "its_attack"]
    uploads_per_turn: int
    tokens_per_unit: int
    upload_probe: Literal["any", "prb"]
    margin_tie: Literal["again", "nobody"]
    friendly_contest: bool
    pulse_drops: Literal["all", "one"]
    scan_abilities: bool

    # Salvage
    salvage_limit: Literal["taken", "carried"]
    salvage_dropoff: Literal["before_damage", "after_damage"]
    salvage_half: Literal["damage", "dice"]
    yard_theft: bool

    # Drafted for War
    terrain_gap: Literal["from_the_strip", "from_the_side"]
    terrain_count: int
    surplus_units: Literal["one_by_one", "front_loaded"]
    unequal_moves: Literal["whole_ratio", "front_loaded"]
    in_the_strip: Literal["half", "any", "whole"]
    majority: Literal["more", "two"]
