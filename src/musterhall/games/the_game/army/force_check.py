"""6.2, 6.3 Whether a force is legal: every problem at once, each with its remedy.

Two things that the lists leave open are switches: `upgrade_scope` (B50) says which option lines count towards
the three upgrades, and `air_asset_scope` (B61) whether two companies allow one air asset or any number. A battle
group with a formation that has helicopters of its own is read as the helicopter group of 6.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from musterhall.game.variants import shown
from musterhall.games.the_game.army.armies import Army, Group, Upgrade, find_army, load_armies
from musterhall.games.the_game.army.building import Built, build, near_or_all
from musterhall.games.the_game.army.datasheets import CARRIERS, HELICOPTERS, TRANSPORT, people
from musterhall.games.the_game.army.forces import Force, ForceFormation
from musterhall.games.the_game.readings.slips import plain
from musterhall.games.the_game.readings.variants import variant_entries
from musterhall.problems import Problem
from musterhall.tally import counted

UPGRADES_PER_FORMATION = 3
SUPPORT_GROUPS_PER_COMPANY = 2
COMPANIES_PER_AIR_ASSET = 2
"""Types that carry other formations (3.2, 3.4.3); all others carry their own formation only (1.6.3)."""
FORCE_VARIANTS = ("upgrade_scope", "air_asset_scope", "paratrooper_room")
"""The switches of catalogue/variants.toml that a force check looks at."""


def force_variants() -> dict[str, list[str]]:
    """The switches a force check looks at, each with its readings; the first is the default."""
    switches = (entry for entry in variant_entries() if entry.name in FORCE_VARIANTS)
    return {entry.name: [shown(value) for value in entry.values] for entry in switches}


def check_force(force: Force, variants: Mapping[str, object] | None = None) -> list[Problem]:
    """6.2, 6.3 Everything that is wrong with a force; nothing if it is legal."""
    chosen, problems = _readings(variants or {})
    problems += _doubled_names(force)
    army = find_army(force.army)
    if army is None:
        return [*problems, *_unknown_army(force), *_points(force)]
    return [
        *problems,
        *_formations(force, army, chosen["upgrade_scope"]),
        *_support_groups(force, army),
        *_air_assets(force, army, chosen["air_asset_scope"]),
        *_commander(force, army),
        *_carried(force, army, chosen["paratrooper_room"]),
        *_made_for_a_set_up(force, army),
        *([] if force.setup else [*_assignment(force, army), *_battle_groups(force, army)]),
        *_points(force),
    ]


def unlisted(force: Force) -> list[Problem]:
    """What no army list knows: nobody can say which units it stands for, so nobody can fight with it."""
    army = find_army(force.army)
    if army is None:
        return _unknown_army(force)
    return [_unknown_entry(one, army) for one in force.formations if army.entry(one.entry) is None]


def _readings(variants: Mapping[str, object]) -> tuple[dict[str, str], list[Problem]]:
    """The reading of each switch; an unknown one is named and the default is taken."""
    chosen, problems = {}, []
    for name, known in force_variants().items():
        value = str(variants.get(name, known[0]))
        if value not in known:
            what = f"{name} has no reading {value!r}"
            problems.append(Problem("variants", what, "6.2", f"Use {' or '.join(known)}."))
        chosen[name] = value if value in known else known[0]
    return chosen, problems


def _doubled_names(force: Force) -> list[Problem]:
    counts = Counter(plain(formation.name) for formation in force.formations)
    return [
        Problem(name or "blank", f"{count} formations have this name", "6", "Give each formation a name of its own.")
        for name, count in counts.items()
        if count > 1
    ]


def _unknown_army(force: Force) -> list[Problem]:
    remedy = near_or_all(force.army, load_armies())
    return [Problem(force.name, f"no army is called {force.army!r}", "6", remedy)]


def _formations(force: Force, army: Army, scope: str) -> list[Problem]:
    problems: list[Problem] = []
    for formation in force.formations:
        entry = army.entry(formation.entry)
        if entry is None:
            problems.append(_unknown_entry(formation, army))
            continue
        built = build(formation.name, army, entry, formation.options, formation.weapons)
        problems += [*built.problems, *_too_many_upgrades(formation, army, built, scope)]
    return problems


def _unknown_entry(formation: ForceFormation, army: Army) -> Problem:
    what = f"{army.name} has no formation {formation.entry!r}"
    known = (entry.name for entry in army.entries)
    return Problem(formation.name, what, army.section, near_or_all(formation.entry, known))


def _too_many_upgrades(formation: ForceFormation, army: Army, built: Built, scope: str) -> list[Problem]:
    """6.2 Up to three upgrades; B50 whether an addition is one."""
    every = scope == "every_option"
    upgrades = [option for option in built.taken if every or isinstance(option, Upgrade)]
    extra = len(upgrades) - UPGRADES_PER_FORMATION
    if extra <= 0:
        return []
    what = f"takes {len(upgrades)} upgrades, and {UPGRADES_PER_FORMATION} are allowed"
    return [Problem(formation.name, what, f"{army.section}, {scope}", f"Take {extra} out.")]


def _support_groups(force: Force, army: Army) -> list[Problem]:
    """6.2 Two support groups for each company."""
    companies, groups = _of_group(force, "company"), _of_group(force, "support")
    allowed = SUPPORT_GROUPS_PER_COMPANY * len(companies)
    if len(groups) <= allowed:
        return []
    what = f"{counted(len(groups), 'support group')} with {_companies(companies)}, where {allowed} may be"
    return [Problem(force.name, what, army.section, "Add a company or take support groups out.")]


def _air_assets(force: Force, army: Army, scope: str) -> list[Problem]:
    """6.2 An air asset needs two companies: read as two for each, or as two for any number."""
    companies, assets = _of_group(force, "company"), _of_group(force, "air")
    allowed = len(companies) // COMPANIES_PER_AIR_ASSET
    if scope == "any_with_two_companies" and allowed:
        return []
    if len(assets) <= allowed:
        return []
    what = f"{counted(len(assets), 'air asset')} with {_companies(companies)}, where {allowed} may be"
    remedy = "Take two companies for each air asset, or leave air assets out."
    return [Problem(force.name, what, f"{army.section}, {scope}", remedy)]


def _commander(force: Force, army: Army) -> list[Problem]:
    """6.2, 6.3 One commander at most, and he is of the right people."""
    led = [formation for formation in force.formations if formation.commander]
    problems = []
    if len(led) > 1:
        what = f"{len(led)} formations have the commander: {_names(led)}"
        problems.append(Problem(force.name, what, army.section, "Leave commander = true with one of them."))
    wanted = _commander_sheet(force, army)
    for formation in led:
        if formation.group != "unknown" and not _has_unit(formation, wanted):
            what = f"has no {wanted} to be the commander"
            remedy = f"Give the commander to a formation with a {wanted}."
            problems.append(Problem(formation.name, what, army.section, remedy))
    return problems


def _commander_sheet(force: Force, army: Army) -> str:
    """6.3 A Goblin leads an army of Goblins alone; as soon as there are Orcs, an Orc leads."""
    present = {people(unit) for formation in force.formations for unit in formation.units}
    fitting = (name for name in army.commanders if name.split()[0] in present)
    return next(fitting, army.commanders[0])


def _has_unit(formation: ForceFormation, name: str) -> bool:
    return any(unit.name == name for unit in formation.units)


def _carried(force: Force, army: Army, room: str) -> list[Problem]:
    """3.2, 3.4.3 Who may travel in an aircraft, and whether there is room."""
    problems: list[Problem] = []
    for formation in force.formations:
        if formation.carried_by:
            carriers, missing = _carriers(force, formation, army)
            problems += missing
            problems += _unfit_to_ride(formation, carriers)
    return problems + _overloaded(force, army, room)


def _carriers(force: Force, formation: ForceFormation, army: Army) -> tuple[list[ForceFormation], list[Problem]]:
    carriers, problems = [], []
    by_name = {plain(other.name): other for other in force.formations}
    for name in formation.carried_by:
        carrier = by_name.get(plain(name))
        if carrier is None:
            remedy = near_or_all(name, (other.name for other in _of_group(force, "air")))
            what = f"is carried by {name!r}, which is no formation of this force"
            problems.append(Problem(formation.name, what, army.section, remedy))
        elif carrier.group != "unknown" and not _room(carrier):
            what = f"is carried by {carrier.name}, which cannot carry other formations"
            remedy = "Only transport aircraft and transport helicopters do; name one, or take carried_by out."
            problems.append(Problem(formation.name, what, "1.6.3, 3.2, 3.4.3", remedy))
        elif carrier.group != "unknown":
            carriers.append(carrier)
    return carriers, problems


def _unfit_to_ride(formation: ForceFormation, carriers: Sequence[ForceFormation]) -> list[Problem]:
    problems = []
    for carrier in carriers:
        drops = any(unit.type == "transport" for unit in carrier.units)
        if drops and formation.group != "unknown" and not _has_rule(formation, "paratroopers"):
            what = f"has no Paratroopers rule and cannot jump from {carrier.name}"
            problems.append(Problem(formation.name, what, "3.4.3", "Carry paratroopers instead."))
        carried = {name for unit in carrier.units if unit.transport for name in unit.transport.carries}
        left = sorted({unit.name for unit in formation.units} - carried)
        if left:
            what = f"{carrier.name} cannot carry {', '.join(left)}"
            problems.append(Problem(formation.name, what, "5", "Leave them out, or take carried_by out."))
    return problems


def _overloaded(force: Force, army: Army, counted_by: str) -> list[Problem]:
    """3.4.3 Room is counted over all carriers that the formations sharing one of them name; as a variant a plane
    carries one formation, however large.
    """
    problems: dict[str, Problem] = {}
    for carrier in force.formations:
        riders = [f for f in force.formations if plain(carrier.name) in map(plain, f.carried_by)]
        named = {plain(name) for rider in riders for name in rider.carried_by}
        carriers = [f for f in force.formations if plain(f.name) in named]
        need, room = sum(len(rider.units) for rider in riders), sum(map(_room, carriers))
        planes = [unit for one in carriers for unit in one.units if unit.type == TRANSPORT]
        if counted_by == "one_for_all" and planes:
            if len(riders) > len(planes):
                what = f"{len(riders)} formations are to ride in {_names(carriers)}, and one plane carries one"
                remedy = "Name more carriers in carried_by, or leave a formation out of them."
                problems.setdefault(_names(riders), Problem(_names(riders), what, "3.4.3", remedy))
        elif room and need > room:
            what = f"{need} units are to ride in {_names(carriers)}, with room for {room}"
            remedy = "Name more carriers in carried_by, or carry a smaller formation."
            problems.setdefault(_names(riders), Problem(_names(riders), what, "5, " + army.section, remedy))
    return list(problems.values())


def _room(carrier: ForceFormation) -> int:
    """How many units of other formations it carries."""
    transports = (unit.transport for unit in carrier.units if unit.type in CARRIERS)
    return sum(transport.capacity for transport in transports if transport)


def _made_for_a_set_up(force: Force, army: Army) -> list[Problem]:
    """Entries that no army list prints are for the set-up they were made for."""
    made = [(one, army.entry(one.entry)) for one in force.formations]
    what = "no army list prints it: it is for the set-up {}"
    remedy = 'Say setup = "{}" in the force, or leave it out.'
    return [
        Problem(one.name, what.format(entry.setup), army.section, remedy.format(entry.setup))
        for one, entry in made
        if entry is not None and entry.setup not in ("", force.setup)
    ]


def _assignment(force: Force, army: Army) -> list[Problem]:
    """6.2, 6.3 Ground formations belong to a battle group; air assets and what they carry to none."""
    problems = []
    for formation in force.formations:
        off_table = formation.group == "air" or bool(formation.carried_by)
        if off_table and formation.battle_group:
            kind = "an air asset" if formation.group == "air" else "a formation that travels by air"
            what = f"is {kind} and stands in battle group {formation.battle_group}"
            problems.append(Problem(formation.name, what, army.section, "Take its battle_group out."))
        if not off_table and not formation.battle_group:
            remedy = "Give it a battle_group."
            problems.append(Problem(formation.name, "is in no battle group", army.section, remedy))
    return problems


def _battle_groups(force: Force, army: Army) -> list[Problem]:
    """6.2, 6.3 How many battle groups there may be, and what each must have."""
    groups: dict[str, list[ForceFormation]] = {}
    for formation in force.formations:
        if formation.battle_group and formation.group != "air" and not formation.carried_by:
            groups.setdefault(formation.battle_group, []).append(formation)
    problems = _too_many_groups(force, army, groups)
    helicopter_groups = [name for name, members in groups.items() if any(map(_flies_itself, members))]
    if len(helicopter_groups) > 1:
        what = f"battle groups {', '.join(helicopter_groups)} have formations in helicopters"
        remedy = "Put those formations into one battle group, the helicopter group."
        problems.append(Problem(force.name, what, army.section, remedy))
    for name, members in groups.items():
        exempt = army.helicopter_group and name in helicopter_groups
        problems += _group_strength(name, members, army, exempt=exempt)
        problems += _group_peoples(name, members, army)
    return problems


def _too_many_groups(force: Force, army: Army, groups: Mapping[str, object]) -> list[Problem]:
    """Rounded down (1.1.6), but a force of any size has one."""
    allowed = max(1, army.groups_per_1000_points * force.points // 1000)
    if len(groups) <= allowed:
        return []
    what = f"{len(groups)} battle groups, and {force.points} points allow {allowed}"
    return [Problem(force.name, what, army.section, "Join some of them.")]


def _group_strength(name: str, members: list[ForceFormation], army: Army, *, exempt: bool) -> list[Problem]:
    where = f"battle group {name}"
    problems = []
    if len(members) < army.least_formations_per_group:
        what = f"has {len(members)} formation, and needs {army.least_formations_per_group}"
        remedy = "Add a formation or join it to another battle group."
        problems.append(Problem(where, what, army.section, remedy))
    # A formation that is not in the list has its own problem; it may yet turn out to be the company.
    companies = [member for member in members if member.group in ("company", "unknown")]
    if len(companies) < army.least_companies_per_group and not exempt:
        what = "has no company"
        remedy = "Put a company into it; only the helicopter group does without."
        problems.append(Problem(where, what, army.section, remedy))
    return problems


def _group_peoples(name: str, members: list[ForceFormation], army: Army) -> list[Problem]:
    """6.3 Where all companies are Goblins, no Orc support group joins."""
    leaders = army.peoples[0]
    companies = [member for member in members if member.group == "company"]
    if not companies or any(_has_people(company, leaders) for company in companies):
        return []
    strangers = [m for m in members if m.group == "support" and _has_people(m, leaders)]
    if not strangers:
        return []
    what = f"has only {army.peoples[-1]} companies, and with them {_names(strangers)}, which is {leaders}"
    remedy = f"Put a company with {leaders} units into it, or move the support group."
    return [Problem(f"battle group {name}", what, army.section, remedy)]


def _points(force: Force) -> list[Problem]:
    over = force.cost - force.points
    if over <= 0:
        return []
    what = f"costs {force.cost} points, and {force.points} are allowed"
    return [Problem(force.name, what, "6.1.2", f"Save {over} points.")]


def _of_group(force: Force, group: Group) -> list[ForceFormation]:
    return [formation for formation in force.formations if formation.group == group]


def _has_people(formation: ForceFormation, name: str) -> bool:
    return any(people(unit) == name for unit in formation.units)


def _has_rule(formation: ForceFormation, name: str) -> bool:
    return any(rule.name == name for rule in formation.rules)


def _flies_itself(formation: ForceFormation) -> bool:
    return any(unit.type in HELICOPTERS for unit in formation.units)


def _names(formations: Sequence[ForceFormation]) -> str:
    return ", ".join(formation.name for formation in formations)


def _companies(formations: Sequence[ForceFormation]) -> str:
    return "1 company" if len(formations) == 1 else f"{len(formations)} companies"
