/* Where a place is to an outline: inside it, or near its line. */

export function inside(outline, [x, y]) {
  let odd = false;
  outline.forEach(([x1, y1], at) => {
    const [x2, y2] = outline.at(at - 1);
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
  });
  return odd;
}

export function near(points, [x, y], away) {
  return points.some(([x1, y1], at) => {
    if (!at) return false;
    const [x2, y2] = points[at - 1];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1;
    const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < away;
  });
}
