"""Every switch of THE GAME with its readings, the default first, for code to look up by name.

What each means stands in `catalogue/variants.toml`; a test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Switches:
    road_bonus_by_drive: Literal["flat", "tracked_less", "wheeled_more"] = "flat"
    transport_loss: Literal["roll_each", "one_roll", "all_lost", "all_live_plus_st"] = "roll_each"
    av_blocks_los: bool = False
    suppression_multi_target: Literal["alternate", "nearest_target"] = "alternate"
    split_targets: Literal["by_weapon_type", "single_target"] = "by_weapon_type"
    high_at_priority: bool = False
    die_allocation: Literal["highest_to_nearest", "easiest_kill_first", "smallest_die_until_kill"] = (
        "highest_to_nearest"
    )
    assault_resolution_dice: Literal["2d10_high", "2d5_high"] = "2d10_high"
    assault_st_compare: Literal["absolute", "percent"] = "absolute"
    withdrawal_move: Literal["normal", "always_tactical"] = "normal"
    spotters: Literal["none", "required", "cancel_penalty"] = "none"
    mobile_artillery_advance: Literal["minus_2", "no_penalty"] = "minus_2"
    paratrooper_radius: Literal["15", "30"] = "15"
    helicopter_turns: Literal["moves", "moves_plus_1"] = "moves"
    aa_on_popup: bool = True
    aircraft_section: Literal["45", "30"] = "45"
    high_altitude_aa: Literal["plus_45_all", "missiles_only"] = "plus_45_all"
    interception_late: Literal["fails", "free_move_after"] = "fails"
    landing_st: Literal["none", "per_craft_roll"] = "none"
    artillery_vs_naval: Literal["no_effect", "as_vh"] = "no_effect"
    gev_use: Literal["table_4_1", "entry_only"] = "table_4_1"
    mark_positions: bool = False
    scout_contact: Literal["no_exemption", "scout_exempt"] = "no_exemption"
    cohesion_mode: Literal["all_pairs", "chain"] = "all_pairs"
    scout_pair: Literal["larger", "sum", "both_scouts"] = "larger"
    half_units: Literal["floor", "exact"] = "floor"
    combat_move_range: Literal["at_most_30", "less_than_30"] = "at_most_30"
    difficult_scope: Literal["whole_move", "portion"] = "whole_move"
    road_scope: Literal["whole_action", "per_move"] = "whole_action"
    av_cover_stack: Literal["cumulative", "best_only"] = "cumulative"
    hedge_row: Literal["scenario", "craters_and_fields"] = "scenario"
    kill_st: Literal["one", "two"] = "one"
    always_one_st: Literal["minimum", "additional"] = "minimum"
    surplus_dice: Literal["wrap", "lost"] = "wrap"
    cover_choice_scope: Literal["whole_type", "only_in_cover"] = "whole_type"
    as_order: Literal["modifiers_first", "halve_first"] = "modifiers_first"
    sustained_on_as: Literal["once", "never", "per_weapon"] = "once"
    as_excess: Literal["floor", "per_started_two"] = "floor"
    barrage_dice: Literal["per_unit", "score"] = "per_unit"
    disruption: Literal["threshold", "extra_tokens"] = "threshold"
    crossfire_reach: Literal["none", "range_and_sight"] = "none"
    prepared_fire_test: Literal["on_going", "each_turn"] = "on_going"
    cf_nf: Literal["choose_one", "cf_if_touching", "both"] = "choose_one"
    assault_cover: bool = True
    assault_minimum_st: bool = False
    assault_units: Literal["all", "directly_involved"] = "all"
    twice_units: Literal["plus_2", "plus_1"] = "plus_2"
    casualty_counted: Literal["this_round", "whole_assault"] = "this_round"
    withdraw_breaks: bool = True
    rally_15_and_30: Literal["both", "one"] = "both"
    withdraw_removal: Literal["unit", "formation"] = "unit"
    commander_reroll: Literal["any_action_test", "initiative", "own_formation"] = "any_action_test"
    aircraft_st: Literal["replaces", "adds"] = "replaces"
    front_arc_origin: Literal["by_chapter", "middle", "edge"] = "by_chapter"
    an_missing: Literal["as_printed", "at_serves"] = "as_printed"
    submarine_an_at: Literal["at_value", "an_only"] = "at_value"
    tie_costliest: Literal["either", "all"] = "either"
    secondary_30: Literal["long_edges", "all_edges"] = "long_edges"
    passenger_loss_st: bool = True
    rally_half: Literal["down", "up"] = "down"
    upgrade_scope: Literal["every_option", "only_upgrades"] = "every_option"
    broken_no_st_bonus: bool = False
    damage_st: Literal["token", "none"] = "token"
    naval_cohesion_mode: Literal["chain", "all_pairs"] = "chain"
    targeting_floor: Literal["zero", "negative"] = "zero"
    vh_vs_submarine: bool = False
    volley_restart: Literal["nearest", "after_last"] = "nearest"
    rally_broken_st: Literal["set", "add"] = "set"
    embark_and_disembark: Literal["one_of_the_two", "once_each"] = "one_of_the_two"
    opponent_exhausted: Literal["goes_on", "as_keeping"] = "goes_on"
    terrain_cover_stack: Literal["cumulative", "best_only"] = "cumulative"
    air_asset_scope: Literal["one_per_two_companies", "any_with_two_companies"] = "one_per_two_companies"
    pre_battle_ties: Literal["last_loser", "reroll"] = "last_loser"
    defensive_targets: Literal["attackers", "any_enemy"] = "attackers"
    ship_assault: Literal["no_charge", "boats_at_the_coast"] = "no_charge"
    boat_places: Literal["as_the_set_up_says", "2"] = "as_the_set_up_says"
    submarine_cover: Literal["minus_1", "light_cover"] = "minus_1"
    submarine_los: Literal["needed", "not_needed"] = "needed"
    air_entry: Literal["own_edge", "any_edge", "patrol_any"] = "own_edge"
    stand_down_test: bool = False
    air_test_failed: Literal["stand_down", "minus_1_att"] = "stand_down"
    patrol_test: Literal["on_intercept", "on_activation"] = "on_intercept"
    aa_shots: Literal["once_per_action", "approach_only", "each_move"] = "once_per_action"
    aa_los: Literal["helicopters", "never", "always"] = "helicopters"
    patrol_height: Literal["target", "low", "choice"] = "target"
    defensive_aa: bool = False
    landed_troops_act: bool = True
    landed_leaves: Literal["after_end_phase", "before_end_phase"] = "after_end_phase"
    drop_direction: Literal["d10_by_36", "free"] = "d10_by_36"
    artillery_vs_helicopter: Literal["landed", "never", "always"] = "landed"
    turn_angle: Literal["free", "90", "45"] = "free"
    entry_is_turn: bool = False
    flight_shape: Literal["one_path", "path_each"] = "one_path"
    heli_cohesion: Literal["times_5", "command"] = "times_5"
    heli_coa: Literal["as_ground", "ends_only", "ignored"] = "as_ground"
    aircraft_break: Literal["never", "aborts_and_leaves"] = "never"
    air_crossfire: bool = False
    plane_as_weapons: Literal["ground_attack", "as_bombs"] = "ground_attack"
    paratrooper_room: Literal["over_all_carriers", "one_for_all"] = "over_all_carriers"
    attack_heli_entry: Literal["turn_1", "helicopter_group"] = "turn_1"
    high_other_weapons: Literal["made_for_it", "all"] = "made_for_it"
    air_passengers: Literal["roll", "all_lost"] = "roll"
    aa_suppressed: bool = False
    air_rally: Literal["none", "as_ground"] = "none"
    heli_withdraw: Literal["two_moves", "one_move"] = "two_moves"
    patrols_per_target: Literal["any", "one"] = "any"
    failed_drop: Literal["again", "never"] = "again"
    aboard_commands: Literal["each_turn", "first_kept"] = "each_turn"
    flyer_suppression: Literal["next_test", "at_once"] = "next_test"
