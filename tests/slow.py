"""What `make quick` leaves out because it takes long: whole files, and single tests of others.

Each of these takes more than a second of work, or most of its file does: they start servers and processes, typeset
papers, play seasons, or look through every answer of the API. `make test` runs them all.
"""

from __future__ import annotations

SLOW = (
    "tests/cli/test_anonymise.py::test_a_crash_at_any_step_leaves_one_of_the_two_events_with_its_people",
    "tests/cli/test_cli.py::test_a_killed_battle_leaves_a_journal_that_can_be_read_as_far_as_it_goes",
    "tests/cli/test_cli.py::test_control_c_ends_a_battle_quietly",
    "tests/cli/test_cli.py::test_two_processes_fight_the_same_duel_as_one",
    "tests/cli/test_docs.py::test_every_printed_command_works_in_its_order",
    "tests/cli/test_events.py::test_a_whole_herocon_day",
    "tests/cli/test_events.py::test_two_terminals_at_once_lose_nothing",
    "tests/cli/test_own_agents.py::test_an_agent_of_ones_own_fights_a_duel_in_several_processes",
    "tests/events/pairing/test_look_ahead.py::test_a_dead_end_is_avoided_exactly_when_it_can_be",
    "tests/events/test_drafts.py::test_no_figure_is_lost_or_doubled_and_no_secret_is_shown",
    "tests/events/test_drafts.py::test_the_same_entries_give_the_same_draft_also_from_a_copy",
    "tests/events/test_drafts.py::test_whoever_stays_ends_with_the_right_number_of_units",
    "tests/events/test_season.py",
    "tests/events/test_simulation.py",
    "tests/games/alpha_strike/test_formations.py::"
    "test_whether_it_is_a_formation_is_what_the_judgement_of_each_requirement_comes_to",
    "tests/games/alpha_strike/test_solver.py",
    "tests/games/test_write_a_game.py",
    "tests/games/the_game/test_air.py",
    "tests/games/the_game/test_captain.py::test_it_beats_random_from_either_side",
    "tests/games/the_game/test_contract.py",
    "tests/games/the_game/test_landing.py",
    "tests/games/the_game/test_position_file.py::test_a_position_in_mid_battle_is_the_same_after_writing_and_reading",
    "tests/games/the_game/test_referee.py::test_a_case_with_one_thing_spoiled_is_answered_or_refused_in_a_sentence",
    "tests/games/the_game/test_referee.py::test_any_question_is_answered_or_refused_in_a_sentence",
    "tests/games/the_game/test_tables.py",
    "tests/packs/test_tailoring.py",
    "tests/printing/test_event_papers.py",
    "tests/printing/test_force_sheet.py::test_the_same_force_gives_the_same_bytes_in_every_process",
    "tests/printing/test_press.py",
    "tests/printing/test_scenario_papers.py",
    "tests/store/test_journals.py::test_whatever_is_appended_is_read_back_in_order",
    "tests/store/test_processes.py",
    "tests/test_compiling.py",
    "tests/test_examples.py",
    "tests/test_wheel.py",
    "tests/web/test_edited_exports.py",
    "tests/web/test_accounts.py",
    "tests/web/test_api.py",
    "tests/web/test_attacks.py",
    "tests/web/test_begin_once.py",
    "tests/web/test_drafts.py",
    "tests/web/test_hooks.py",
    "tests/web/test_kill.py",
    "tests/web/test_schema.py",
    "tests/web/test_secrets.py",
    "tests/web/test_security.py",
    "tests/web/test_serving.py",
)
