"""Every figure and reading of the edition that a battle is played by, for code to look up by name.

What each means, where it comes from and how sure it is stands in `catalogue/edition_2005.toml`; a test holds the two
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from musterhall.game.edition import ChosenEdition, EditionFile
from musterhall.games.age_of_destruction.package_data import catalogue_data

FILE = EditionFile("edition_2005.toml", catalogue_data)


@dataclass(frozen=True, slots=True)
class Edition(ChosenEdition):
    """Every figure and reading of Age of Destruction."""

    file: ClassVar[EditionFile] = FILE

    # Winning and the end
    eliminated_by: Literal["any_cause", "opponent"]
    shutdown_able: bool
    in_zone: Literal["centre", "any_part", "whole_base"]
    salvage_controller: Literal["owner", "captor"]
    captive_worth: int
    zone_units: Literal["able", "everybody"]
    zone_first_turn: bool
    majority: Literal["more", "two"]
    end_check: Literal["each_order", "end_of_turn"]
    time_called: Literal["finish_turn", "equal_turns", "at_once"]
    round_limit: int

    # Set-up
    table_side: int
    zone_depth: int
    first_player: Literal["chooses", "is_first"]
    terrain_place: Literal["outside_zones", "no_overlap"]
    infiltrate: Literal["twelve_inches", "own_half"]
    infiltrate_depth: int

    # Orders and tokens
    points_per_order: int
    orders_per_unit: int
    most_tokens: int
    mech_tokens_limited: bool
    push_damage: int
    push_heat: int
    formation_move_pushes: bool
    salvage_obeys: bool
    tokens_off: Literal["turn_without_order", "always"]

    # Moving
    run_factor: int
    run_more: int
    break_away_mech: int
    break_away_other: int
    break_away_hover: int
    break_away_dice: Literal["one_for_all", "each_contact"]
    break_away_hurts: int
    grapple_die: int
    hindering_stops: Literal["ends_move", "half_speed"]
    climb: Literal["as_hindering", "two_inches"]
    level_change: int
    table_edge: Literal["whole_base", "centre"]
    board_share: float
    places_infantry: int
    places_vehicle: int
    infantry_base: float
    mech_base: float
    vehicle_width: float
    vehicle_length: float
    front_arc: int

    # Line of fire
    fire_line: Literal["centre_to_centre", "any_point"]
    figure_height: Literal["elevated_only", "any"]
    captive_blocks: bool
    elevated_between: Literal["open", "blocks"]
    low_attacker: Literal["not_cruising", "vtols_only"]
    hindering_stack: Literal["once", "each_piece"]
    in_hindering: Literal["centre", "any_overlap"]
    uphill_from_woods: int

    # Attacks
    critical_damage: int
    critical_miss_click: int
    rear_attack: int
    shutdown_defense: int
    several_targets: Literal["split_after_roll", "least_one_each", "single"]
    assault_reach: Literal["speed", "half_speed"]
    charge_damage: Literal["secondary_plus_1", "fixed_3"]
    charge_own_damage: int
    ram_by: Literal["fixed", "damage_value"]
    ram_damage: int
    ram_own_damage: int
    dfa_bonus: int
    dfa_own_hit: int
    dfa_own_miss: int
    alpha_strike_damage: int
    repair_clicks: int

    # Heat
    heat_ranged: int
    heat_run: int
    heat_assault: int
    heat_charge: int
    heat_close: int
    vent_push_heat: bool
    restart: Literal["command_stage", "vent_order"]
    shallow_cooling: int
    deep_cooling: int

    # Formations
    move_formation_least: int
    move_formation_most: int
    close_formation_least: int
    close_formation_most: int
    ranged_formation_bonus: int
    close_formation_bonus: int
    formation_speed: Literal["own", "slowest"]

    # Artillery
    artillery_needs: int
    artillery_drift: Literal["one_die", "two_dice"]
    artillery_radius: int

    # Capture
    capture_infantry: int
    capture_vehicle: int
    capture_mech: int
    captor_lost: Literal["freed", "eliminated"]

    # Faction abilities
    elite_rank: Literal["elite_only", "elite_and_unique"]
    awe_share: Literal["when_built", "while_alive"]
    awe_of: Literal["build_total", "force_points"]
    awe_sixes: Literal["each", "one_at_most"]
    awe_points: int
    fanaticism_inches: int
    fanaticism_many: Literal["each_attack", "each_unit"]
    repair_salvage: bool
    bond_from: Literal["success", "first_attack"]
    bond_optional: bool
    bond_formation: bool
    bond_new: Literal["newest", "first"]
    imaging_on: int
    imaging_optional: bool
    scavenger_clicks: int
    scavenger_modes: Literal["each_mode", "mechs_alike"]
    predator_target: Literal["any", "same_unit"]
    predator_chain: bool
    alliance_effect: Literal["formations", "building_only"]
    grand_alliance: Literal["named", "houses"]
