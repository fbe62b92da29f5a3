/* The projector: shows one slide after the other, lets the clock run, and stays up whatever the network does.

   Which slide is seen follows from the hour alone, so a tab that was asleep is right at once when it wakes and two
   projectors show the same. While the server is out of reach the last data stays, with the hour it is from. */

const main = document.querySelector("main");
const since = document.querySelector(".since");
const show = main.dataset.show.split(",");
const every = Number(main.dataset.seconds) * 1000;
const SILENT = 40_000;
const LONGEST_WAIT = 15_000;
/** The server's clock less ours. */
let ahead = Date.parse(document.documentElement.dataset.now) - Date.now();
let heard = Date.now();
let inTouch = true;
let failures = 0;
let source = null;
let timer = 0;

function draw() {
  const slides = [...main.querySelectorAll(".slide")];
  const wanted = slides.filter((slide) => show.includes(slide.dataset.kind));
  const seen = wanted.length ? wanted : slides;
  const turn = Math.floor((Date.now() + ahead) / every);
  for (const slide of slides) slide.hidden = slide !== seen[turn % seen.length];
  for (const name of main.querySelectorAll(".slide:not([hidden]) .name:not([data-fits])")) fit(name);
  for (const time of main.querySelectorAll("[data-left]")) tick(time);
  since.hidden = inTouch;
  if (!inTouch) since.textContent = `since ${hour(heard)}`;
}

/** Let a name that is too long for its line be smaller than the others, by as much as it takes. */
function fit(name) {
  name.dataset.fits = "";
  const share = name.clientWidth / name.scrollWidth;
  if (share < 1) name.style.fontSize = `${Math.floor(parseFloat(getComputedStyle(name).fontSize) * share)}px`;
}

function tick(time) {
  const ends = Date.parse(time.dataset.at) + Number(time.dataset.left) * 1000;
  const left = (ends - Date.now() - ahead) / 1000;
  time.textContent = shown(left);
  time.classList.toggle("late", left < 0);
}

/** As on a wall: 1:04:09, 12:30, or over time: +2:05. */
function shown(left) {
  const whole = Math.floor(Math.abs(left));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (left < 0 ? "+" : "") + (hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`);
}

function hour(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
}

function connect() {
  clearTimeout(timer);
  source?.close();
  source = new EventSource(main.dataset.stream);
  source.addEventListener("parts", (event) => {
    const { parts } = JSON.parse(event.data);
    if (parts.projector !== undefined) main.innerHTML = parts.projector;
    if (!inTouch || failures) setClock();
    [heard, inTouch, failures] = [Date.now(), true, 0];
    again(SILENT);
    draw();
  });
  source.addEventListener("error", () => {
    source.close();
    inTouch = false;
    failures += 1;
    again(Math.min(LONGEST_WAIT, 1000 * 2 ** failures) * (0.7 + 0.6 * Math.random()));
    draw();
  });
  // A line that is cut without a word gives no error: whoever does not answer in time is out of reach.
  again(8000, () => {
    inTouch = false;
    failures += 1;
    connect();
    draw();
  });
}

function again(wait, what = connect) {
  clearTimeout(timer);
  timer = setTimeout(what, wait);
}

/** A page that was kept for offline use may be hours old, so the hour is asked for. */
async function setClock() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", method: "GET" });
    const date = Date.parse(answer.headers.get("date"));
    if (answer.ok && date && Math.abs(date + 500 - Date.now() - ahead) > 1500) ahead = date + 500 - Date.now();
  } catch {
    // Out of reach again; the stream will notice.
  }
}

/** The choice of what is shown appears for whoever moves the mouse, and goes again. */
let resting = 0;
function awake() {
  document.body.classList.add("awake");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.remove("awake"), 3000);
}
addEventListener("mousemove", awake);
addEventListener("keydown", awake);

document.addEventListener("visibilitychange", () => document.hidden || connect());
addEventListener("online", connect);
addEventListener("resize", () => {
  for (const name of main.querySelectorAll(".name")) {
    name.removeAttribute("style");
    name.removeAttribute("data-fits");
  }
});
addEventListener("pageshow", (event) => event.persisted && connect());
addEventListener("pagehide", () => source?.close());
setInterval(draw, 250);
connect();
setClock();
draw();
navigator.wakeLock?.request("screen").catch(() => {});
