// Exchanging players of a draft: tap one name and then another, or drag one onto the other. Keyboards tap, too.
// It fills in the form that is there without script, so the server says what the exchange costs before it is made.

let chosen = "";

const seats = () => [...document.querySelectorAll("[data-seat]")];
const seatOf = (target) => target.closest?.("[data-seat]");

function choose(player) {
  chosen = player;
  for (const seat of seats()) seat.setAttribute("aria-pressed", String(seat.dataset.seat === player));
  hint();
}

function hint() {
  const place = document.querySelector("[data-swap-hint]");
  if (!place) return;
  const seat = seats().find((one) => one.dataset.seat === chosen);
  place.hidden = !seats().length;
  place.setAttribute("role", "status");
  place.textContent = seat
    ? `${seat.dataset.name}: tap whom to exchange with, or Escape to leave it.`
    : "Tap two names to exchange them, or drag one onto the other.";
}

function exchange(one, other) {
  const form = document.querySelector("[data-swap-form]");
  if (!form || !one || !other || one === other) return choose("");
  form.elements.one.value = one;
  form.elements.other.value = other;
  form.requestSubmit();
}

document.addEventListener("click", ({ target }) => {
  const seat = seatOf(target);
  if (!seat) return;
  if (chosen) exchange(chosen, seat.dataset.seat);
  else choose(seat.dataset.seat);
});

document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && chosen) choose(""); });

document.addEventListener("dragstart", (drag) => {
  const seat = seatOf(drag.target);
  if (!seat) return;
  drag.dataTransfer.setData("text/plain", seat.dataset.seat);
  drag.dataTransfer.effectAllowed = "move";
  choose(seat.dataset.seat);
});
document.addEventListener("dragover", (drag) => {
  const seat = seatOf(drag.target);
  if (chosen && seat && seat.dataset.seat !== chosen) drag.preventDefault();
});
document.addEventListener("drop", (drag) => {
  const seat = seatOf(drag.target);
  if (!chosen || !seat) return;
  drag.preventDefault();
  exchange(chosen, seat.dataset.seat);
});
document.addEventListener("dragend", () => choose(""));
// A part that came anew has no mark on the chosen name.
document.addEventListener("muster:part", () => choose(chosen));

hint();
