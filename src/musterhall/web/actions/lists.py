"""Actions on lists: whether everybody sees which forces were brought."""

from __future__ import annotations

from musterhall.events import forces
from musterhall.web.actions.action import DESK, ActionContext, Entries, action
from musterhall.web.actions.common import NothingButWhy


@action("lists.publish", NothingButWhy, DESK)
def _publish(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let everybody see which forces were brought, as opponents see them."""
    return forces.publish_lists(context.event)


@action("lists.hide", NothingButWhy, DESK)
def _hide(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let forces be seen at the own match alone again."""
    return forces.publish_lists(context.event, published=False)
