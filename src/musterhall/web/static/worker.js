// Keeps the pages that this phone saw last, to be read when there is no link. Whatever is sent goes to the server alone.

const NEEDED = /* assets */ [];
const FILES = "muster-files";
const PAGES = "muster-pages";
const MOST = 40;
const NEVER = /^\/(p|code|api|sign-in|sign-out|account|healthz|worker\.js)(\/|$)/;
const CHANGES_WHO = /^\/(p\/|code|sign-in|sign-out|first-account)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((files) => files.addAll(NEEDED)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(tidied().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // Another person's pages are not for the next one who holds the phone.
  const comes = request.method === "POST" ? CHANGES_WHO.test(pathname) : /^\/(p|join)\//.test(pathname);
  if (comes) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !NEVER.test(pathname)) event.respondWith(page(event));
});

async function tidied() {
  const files = await caches.open(FILES);
  const current = new Set(NEEDED);
  for (const one of await files.keys()) {
    const { pathname, search } = new URL(one.url);
    const newer = NEEDED.some((needed) => needed.startsWith(`${pathname}?`));
    if (newer && !current.has(pathname + search)) await files.delete(one);
  }
}

async function file(request) {
  const files = await caches.open(FILES);
  const known = await files.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

async function page(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && answer.headers.get("content-type")?.startsWith("text/html")) {
      event.waitUntil(keep(request, answer.clone()));
    }
    return answer;
  } catch (error) {
    const pages = await caches.open(PAGES);
    const known = await pages.match(address(request)) ?? await pages.match(request, { ignoreSearch: true });
    return known ? copy(known) : nothing();
  }
}

async function keep(request, answer) {
  const pages = await caches.open(PAGES);
  await pages.put(address(request), answer);
  const kept = await pages.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await pages.delete(old);
}

// What a page says only once is no part of its address.
function address(request) {
  const found = new URL(request.url);
  found.searchParams.delete("told");
  return found.href;
}

async function copy(known) {
  const html = (await known.text()).replace(/<p data-key="said"[^>]*>[^<]*<\/p>/, "");
  const seen = new Date(html.match(/data-now="([^"]+)"/)?.[1] ?? known.headers.get("date") ?? Date.now());
  const hour = seen.toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const banner = `<p class="seen" role="status">No link to the server: this was last seen at ${hour}.</p>`;
  const marked = html.replace("<html ", `<html data-seen="${seen.toISOString()}" `).replace("<main", `${banner}<main`);
  return new Response(marked, { headers: headers(known) });
}

function headers(known) {
  const found = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  const policy = known.headers.get("content-security-policy");
  if (policy) found.set("Content-Security-Policy", policy);
  return found;
}

function nothing() {
  const style = NEEDED.find((one) => one.includes("style.css")) ?? "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No link - Musterhall</title><link rel="stylesheet" href="${style}"><main><h1>No link to the server</h1>
<p>This page was not seen before, so there is no copy of it. <a href="">Try again</a></p></main></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
