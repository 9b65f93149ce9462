// The camera goes around a target; it is led by mouse, pen or fingers.

class Camera {
  constructor(canvas, { up, front, target, half, radius, flat }, changed) {
    Object.assign(this, { canvas, up, front, changed, flat, half });
    this.side = cross(up, front);
    this.home = { target, zoom: 1, azimuth: flat ? -0.16 : -0.62, height: flat ? 0.14 : 0.42 };
    this.radius = radius;
    this.reset();
    this.pointers = new Map();
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (e) => this.pointers.delete(e.pointerId));
    canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("dblclick", () => { this.reset(); this.changed(); });
  }

  get angle() { return 0.5; }
  reset() { Object.assign(this, this.home); }

  get away() { // from the target to the eye
    const c = Math.cos(this.height), level = add(scale(this.front, Math.cos(this.azimuth)), scale(this.side, Math.sin(this.azimuth)));
    return add(scale(level, c), scale(this.up, Math.sin(this.height)));
  }
  get aspect() { return this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1); }
  get fit() { // the distance at which everything is in the window, times the zoom
    const [side, up, front] = this.half, wide = this.flat ? side : Math.hypot(side, front), tall = this.canvas.clientHeight;
    const high = (this.flat ? up : 0.9 * up + 0.4 * wide) * (tall / Math.max(tall - (this.flat ? 72 : 24), 0.6 * tall)); // the title stays clear
    return this.zoom * ((this.flat ? 1.26 : 1.02) * Math.max(high, wide / this.aspect) / Math.tan(this.angle / 2) + front);
  }
  get eye() { return add(this.target, scale(this.away, this.fit)); }
  get view() { return looking(this.eye, this.target, this.up); }
  get projection() {
    const d = this.fit;
    return perspective(this.angle, this.aspect, Math.max(d - 6 * this.radius, 0.02 * d), d + 14 * this.radius);
  }

  down(e) {
    this.canvas.setPointerCapture(e.pointerId);
    this.pointers.set(e.pointerId, e);
  }
  move(e) {
    const before = this.pointers.get(e.pointerId);
    if (!before) return;
    const dx = e.clientX - before.clientX, dy = e.clientY - before.clientY;
    if (this.pointers.size > 1) {
      const other = [...this.pointers.values()].find((p) => p.pointerId !== e.pointerId);
      const gap = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
      this.zoom *= gap(before) / Math.max(gap(e), 1);
      this.pan(dx / 2, dy / 2);
    } else if (before.buttons & 2 || e.shiftKey) this.pan(dx, dy);
    else {
      this.azimuth -= 0.008 * dx;
      this.height = Math.min(1.5, Math.max(-1.5, this.height + 0.008 * dy));
    }
    this.pointers.set(e.pointerId, e);
    this.changed();
  }
  pan(dx, dy) {
    const size = (2 * this.fit * Math.tan(this.angle / 2)) / this.canvas.clientHeight;
    const right = unit(cross(this.up, this.away)), top = cross(unit(this.away), right);
    this.target = add(this.target, add(scale(right, -dx * size), scale(top, dy * size)));
  }
  wheel(e) {
    e.preventDefault();
    this.zoom *= Math.exp(0.0015 * Math.max(-200, Math.min(200, e.deltaY * (e.deltaMode ? 30 : 1))));
    this.changed();
  }
}
