// The draft room: one table out of all that the stream sends, and a force whose points follow what is chosen.
// Both pages work without this.

const table = document.querySelector("[data-part=draft_table]");
if (table) {
  const leave = () => {
    for (const one of table.querySelectorAll("[data-table]")) one.hidden = one.dataset.table !== table.dataset.only;
  };
  document.addEventListener("muster:part", leave);
  leave();
}

const form = document.getElementById("choices");
if (form) {
  let asked = 0;
  // What stands in the sum is what would be handed in: not while it is being worked out anew.
  const hold = (held) => { for (const one of document.querySelectorAll("#sum button")) one.disabled = held; };
  const workOut = async () => {
    const mine = ++asked, body = new URLSearchParams(new FormData(form));
    hold(true);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } }).catch(() => null);
    const text = answer?.ok && await answer.text().catch(() => "");
    // An answer that was overtaken by a newer question counts no more.
    if (mine !== asked) return;
    // Without a link the points stay as they are, and nothing is handed in that was not worked out.
    if (text) take(new DOMParser().parseFromString(text, "text/html"));
    else setTimeout(() => mine === asked && workOut(), 3000);
  };
  const take = (page) => {
    document.getElementById("sum").replaceChildren(...page.getElementById("sum").childNodes);
    // What one choice costs may depend on another.
    for (const fresh of page.querySelectorAll("#choices select")) {
      const old = form.elements[fresh.name], chosen = old.value;
      if (old.innerHTML === fresh.innerHTML) continue;
      old.innerHTML = fresh.innerHTML;
      old.value = chosen;
    }
  };
  form.addEventListener("change", workOut);
  addEventListener("online", workOut);
  form.addEventListener("submit", (submitted) => { submitted.preventDefault(); workOut(); });
  form.querySelector("button").hidden = true;
  // What was kept of an earlier visit is worked out at once: a tap in the meantime would meet a button that goes away.
  hold(true);
}
