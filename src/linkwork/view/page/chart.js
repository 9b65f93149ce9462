// One chart: curves over time, a mark at the present time; a press on it goes there.

const niceStep = (span, count) => {
  const raw = span / count, power = 10 ** Math.floor(Math.log10(raw)), share = raw / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
};
const superscript = (k) => [...String(k)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])).join("");
function shown(x, digits = 4) {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, power] = x.toExponential(digits > 3 ? 2 : 0).split("e");
    return `${mantissa.replace("-", "−")}·10${superscript(Number(power))}`;
  }
  return String(Number(x.toPrecision(digits))).replace("-", "−");
}

class Chart {
  constructor(parent, { title, unit, log, series }, motion, seek) {
    Object.assign(this, { log, motion, series: series.map((s) => ({ ...s, data: floats(s.values), on: true })) });
    this.box = document.createElement("figure");
    this.box.className = "chart";
    this.box.innerHTML = `<figcaption><b></b><span class="legend"></span></figcaption><canvas></canvas>`;
    this.box.querySelector("b").textContent = title + (unit ? ` / ${unit}` : "");
    this.canvas = this.box.querySelector("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${title} over time`);
    this.legend = this.series.map((s, k) => this.entry(s, k));
    parent.append(this.box);
    const go = (e) => {
      const { left, right } = this.frame, x = e.clientX - this.canvas.getBoundingClientRect().left;
      seek(motion.start + ((motion.end - motion.start) * (x - left)) / (right - left));
    };
    this.canvas.addEventListener("pointerdown", (e) => { this.canvas.setPointerCapture(e.pointerId); go(e); });
    this.canvas.addEventListener("pointermove", (e) => { if (e.buttons & 1) go(e); });
  }

  entry(s, k) {
    const item = document.createElement("button");
    item.type = "button";
    item.innerHTML = `<i></i><span></span><output></output>`;
    item.style.setProperty("--curve", `var(--curve-${k % 8})`);
    item.querySelector("span").textContent = s.name;
    item.addEventListener("click", () => {
      s.on = !s.on;
      item.classList.toggle("off", !s.on);
      this.draw(this.t);
    });
    this.box.querySelector(".legend").append(item);
    return item.querySelector("output");
  }

  range() {
    let low = Infinity, high = -Infinity;
    for (const s of this.series) if (s.on) for (const raw of s.data) {
      const x = this.log ? Math.log10(Math.max(Math.abs(raw), 1e-18)) : raw;
      if (Number.isFinite(x)) { low = Math.min(low, x); high = Math.max(high, x); }
    }
    if (!(low <= high)) return [0, 1];
    if (this.log) return [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)];
    const room = high - low > 1e-9 * Math.max(Math.abs(high), Math.abs(low)) ? 0.08 * (high - low) : 0.1 * Math.abs(high) || 1;
    return [low - room, high + room];
  }

  draw(t) {
    this.t = t;
    const density = Math.min(window.devicePixelRatio || 1, 2), c = this.canvas, g = c.getContext("2d");
    const w = c.clientWidth, h = c.clientHeight, style = getComputedStyle(this.box);
    c.width = Math.round(w * density);
    c.height = Math.round(h * density);
    g.scale(density, density);
    g.font = `11px ${style.fontFamily}`;
    const { start, end, count, step } = this.motion, [low, high] = this.range();
    const f = (this.frame = { left: 52, right: w - 10, top: 6, bottom: h - 20 });
    const x = (at) => f.left + ((at - start) / (end - start || 1)) * (f.right - f.left);
    const y = (v) => f.bottom - ((v - low) / (high - low)) * (f.bottom - f.top);
    this.axes(g, style, f, x, y, low, high);
    g.lineWidth = 1.6;
    g.lineJoin = "round";
    this.series.forEach((s, k) => {
      if (!s.on) return;
      g.strokeStyle = style.getPropertyValue(`--curve-${k % 8}`);
      g.setLineDash(k > 7 ? [5, 3] : []);
      g.beginPath();
      for (let i = 0; i < count; i++) {
        const v = this.log ? Math.log10(Math.max(Math.abs(s.data[i]), 1e-18)) : s.data[i];
        if (Number.isFinite(v)) g.lineTo(x(start + i * step), y(v));
      }
      g.stroke();
    });
    g.setLineDash([]);
    g.strokeStyle = style.getPropertyValue("--accent");
    g.lineWidth = 1.2;
    g.beginPath();
    g.moveTo(x(t), f.top);
    g.lineTo(x(t), f.bottom);
    g.stroke();
    const [k, share] = this.motion.at(t);
    this.series.forEach((s, j) => {
      const a = s.data[k], b = s.data[Math.min(k + 1, count - 1)];
      this.legend[j].textContent = shown(a + share * (b - a), this.log ? 2 : 3);
    });
  }

  axes(g, style, f, x, y, low, high) {
    g.strokeStyle = style.getPropertyValue("--hair");
    g.fillStyle = style.getPropertyValue("--faint");
    g.lineWidth = 1;
    const { start, end } = this.motion;
    const step = this.log ? Math.max(1, Math.ceil((high - low) / 4)) : niceStep(high - low, 3.5);
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + 1e-9 * step; v += step) {
      const at = Math.round(y(v)) + 0.5;
      g.beginPath();
      g.moveTo(f.left, at);
      g.lineTo(f.right, at);
      g.stroke();
      g.fillText(this.log ? `10${superscript(Math.round(v))}` : shown(Math.abs(v) < 1e-9 * step ? 0 : v, 3), f.left - 6, at);
    }
    g.textAlign = "center";
    g.textBaseline = "top";
    if (!(end > start)) return;
    const pace = niceStep(end - start, Math.max(2, (f.right - f.left) / 90));
    for (let t = Math.ceil(start / pace - 1e-9) * pace; t <= end + 1e-9 * pace; t += pace)
      g.fillText(shown(Math.abs(t) < 1e-9 * pace ? 0 : t, 3) + (t + pace > end ? " s" : ""), x(t), f.bottom + 6);
  }
}
