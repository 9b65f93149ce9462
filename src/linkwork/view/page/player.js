// The player: controls, clock, and what is drawn at each moment.

const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);
const SPEEDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4];

class Player {
  constructor(root, data) {
    Object.assign(this, { root, data, motion: new Motion(data.motion), playing: false, waiting: false });
    this.at = this.motion.start;
    this.show = { trails: true, joints: false, forces: true, grid: true };
    const $ = (name) => root.querySelector(`[data-part="${name}"]`);
    this.ui = Object.fromEntries(["view", "play", "scrub", "time", "speed", "note", "labels", "charts", "chips", "name"].map((n) => [n, $(n)]));
    this.meshes = data.meshes.map((m) => ({ vertices: floats(m.vertices), normals: floats(m.normals), faces: words(m.faces) }));
    this.renderer = this.choose();
    this.parts = data.parts.map((p) => ({ ...p, place: new Float32Array(p.place), color: rgb(p.color) }));
    this.tracers = data.tracers.map((t) => ({ ...t, color: rgb(t.color), path: this.motion.path(t.body, t.at) }));
    this.camera = new Camera(this.ui.view, data.camera, () => this.dirty());
    this.theme();
    this.labels();
    this.controls();
    this.charts();
    new ResizeObserver(() => this.dirty()).observe(this.ui.view);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.theme(); this.dirty(); });
    this.dirty();
    if (this.motion.count > 1 && data.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  choose() {
    try {
      if (this.data.renderer === "canvas") throw new Error("as asked");
      return new GLRenderer(this.ui.view, this.meshes);
    } catch (problem) {
      const fresh = this.ui.view.cloneNode();
      this.ui.view.replaceWith(fresh);
      this.ui.view = fresh;
      this.root.dataset.renderer = "canvas";
      return new FlatRenderer(fresh, this.meshes);
    }
  }

  theme() {
    const style = getComputedStyle(this.root), color = (name) => rgb(style.getPropertyValue(name).trim());
    const linear = (name) => color(name).map((x) => x ** 2.2);
    this.colors = { line: color("--grid"), shade: color("--shadow"), ink: color("--text"), sky: linear("--sky"), earth: linear("--earth") };
    this.curve = Array.from({ length: 8 }, (_, k) => color(`--curve-${k}`));
  }

  // ---- the picture

  picture() {
    const { camera, data, motion } = this, poses = motion.poses(this.at), place = data.camera;
    const solids = this.parts.map((p) => ({
      mesh: p.mesh, model: multiply(poses[p.body], p.place), color: p.color, shine: p.role === "body" ? 0.12 : 0.22, casts: true, owner: p,
    }));
    if (this.show.forces) solids.push(...this.arrows(poses));
    const [k, share] = motion.at(this.at), tail = Math.max(2, Math.round(1.2 * this.rate / (motion.step || 1)));
    const trails = this.show.trails ? this.tracers.map((t) => ({ ...t, color: t.color.map((x, i) => 0.62 * x + 0.38 * this.colors.ink[i]), now: k + share, tail })) : [];
    const light = unit(add(add(scale(camera.away, place.flat ? 0.9 : 0.25), scale(camera.up, place.flat ? 0.75 : 1.0)), scale(cross(camera.up, camera.away), place.flat ? -0.55 : -0.6)));
    const floor = this.show.grid ? data.floor : null;
    return { solids, trails, camera, light: place.flat ? unit(this.data.light) : light, floor, theme: this.colors, middle: place.target, reach: 1.35 * place.radius };
  }

  arrows(poses) {
    const [k, share] = this.motion.at(this.at), out = [];
    for (const a of this.data.arrows) {
      const b = Math.min(k + 1, this.motion.count - 1);
      a.data ??= floats(a.values);
      const v = [0, 1, 2].map((i) => (1 - share) * a.data[3 * k + i] + share * a.data[3 * b + i]);
      const from = transform(poses[a.body], a.at).slice(0, 3);
      if (norm(v) < 0.02 * this.data.unit) continue;
      const pieces = a.turns ? this.turning(from, v) : this.straight(from, v);
      out.push(...pieces.map((p) => ({ ...p, color: rgb(a.color), shine: 0.1, casts: false, owner: a })));
    }
    return out;
  }

  straight(from, v) {
    const { unit: u, shaft, head } = this.data, size = norm(v), tip = Math.min(0.16 * u, 0.45 * size), radius = 0.016 * u;
    return [
      { mesh: shaft, model: this.bar(from, scale(unit(v), size - tip), radius) },
      { mesh: head, model: pointing(add(from, scale(unit(v), size - tip)), scale(unit(v), tip), 2.6 * radius) },
    ];
  }

  // An arc about the axis of a torque, the longer the larger it is.
  turning(middle, v) {
    const { unit: u, shaft, head } = this.data, ring = 0.17 * u, radius = 0.016 * u, z = unit(v);
    const x = unit(cross(Math.abs(dot(z, this.camera.up)) < 0.9 ? this.camera.up : this.camera.front, z)), y = cross(z, x);
    const center = add(middle, scale(z, dot(z, this.camera.front) < 0 ? -0.08 * u : 0.08 * u));
    const whole = 5.2 * Math.min(1, norm(v) / (0.8 * u)), n = Math.max(2, Math.ceil(whole / 0.22)), start = -whole / 2;
    const at = (k) => add(center, add(scale(x, ring * Math.cos(start + (whole * k) / n)), scale(y, ring * Math.sin(start + (whole * k) / n))));
    const out = [];
    for (let k = 0; k < n; k++) out.push({ mesh: shaft, model: this.bar(at(k), sub(at(k + 1), at(k)), radius) });
    const ahead = unit(cross(z, sub(at(n), center)));
    return [...out, { mesh: head, model: pointing(at(n), scale(ahead, 0.12 * u), 2.6 * radius) }];
  }

  bar(from, along, radius) {
    return multiply(pointing(from, along, radius), new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.5, 1]));
  }

  labels() {
    this.tags = this.data.labels.map((l) => {
      const tag = document.createElement("span");
      tag.textContent = l.name;
      tag.className = l.cut ? "cut" : "";
      this.ui.labels.append(tag);
      return { ...l, tag };
    });
  }

  placeLabels(poses) {
    this.ui.labels.hidden = !this.show.joints;
    if (!this.show.joints) return;
    const lens = multiply(this.camera.projection, this.camera.view), c = this.ui.view;
    for (const { tag, body, at } of this.tags) {
      const [x, y, , w] = transform(lens, transform(poses[body], at));
      tag.style.transform = `translate(${(0.5 + (0.5 * x) / w) * c.clientWidth}px, ${(0.5 - (0.5 * y) / w) * c.clientHeight}px)`;
    }
  }

  // ---- the clock

  get rate() { return Number(this.ui.speed.value); }
  get t() { return this.at; }

  play() {
    if (this.playing || this.motion.count < 2) return;
    if (this.at >= this.motion.end - 1e-9) this.at = this.motion.start;
    this.playing = true;
    this.last = null;
    this.dirty();
  }
  pause() {
    this.playing = false;
    this.dirty();
  }
  seek(t) {
    this.at = Math.min(Math.max(t, this.motion.start), this.motion.end);
    this.dirty();
  }

  dirty() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.waiting = false;
    if (this.playing) {
      if (this.last !== null) this.at += (this.rate * Math.min(now - this.last, 100)) / 1000;
      this.last = now;
      if (this.at > this.motion.end) this.at = this.motion.start;
    }
    this.last_picture = this.picture();
    this.renderer.draw(this.last_picture);
    this.placeLabels(this.motion.poses(this.at));
    this.status();
    for (const chart of this.drawn) if (!chart.box.hidden) chart.draw(this.at);
    this.root.dataset.frames = Number(this.root.dataset.frames || 0) + 1;
    if (this.playing) this.dirty();
  }

  status() {
    const { start, end } = this.motion, digits = end - start < 10 ? 2 : 1, u = this.data.clock;
    this.ui.time.textContent = u ? `${this.at.toFixed(digits)} / ${end.toFixed(digits)} ${u}` : "moved by hand";
    this.ui.scrub.value = String((this.at - start) / (end - start || 1));
    this.ui.scrub.style.setProperty("--done", `${100 * Number(this.ui.scrub.value)}%`);
    this.ui.play.classList.toggle("on", this.playing);
    this.ui.play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  // ---- controls

  controls() {
    const { ui, motion, data } = this;
    for (const x of SPEEDS) ui.speed.add(new Option(`${x < 0.1 ? x : { 0.1: "1/10", 0.25: "1/4", 0.5: "1/2" }[x] ?? x}×`, x, x === data.speed, x === data.speed));
    ui.speed.addEventListener("change", () => this.dirty());
    ui.play.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    ui.scrub.addEventListener("input", () => { this.pause(); this.seek(motion.start + Number(ui.scrub.value) * (motion.end - motion.start)); });
    for (const button of this.root.querySelectorAll("[data-toggle]")) {
      const name = button.dataset.toggle;
      if ((name === "forces" && !data.arrows.length) || (name === "trails" && (!this.tracers.length || motion.count < 2))) button.hidden = true;
      button.setAttribute("aria-pressed", this.show[name]);
      button.addEventListener("click", () => {
        this.show[name] = !this.show[name];
        button.setAttribute("aria-pressed", this.show[name]);
        this.dirty();
      });
    }
    this.root.querySelector('[data-part="reset"]').addEventListener("click", () => { this.camera.reset(); this.dirty(); });
    this.root.querySelector('[data-part="clock"]').hidden = motion.count < 2;
    this.root.addEventListener("keydown", (e) => this.key(e));
    ui.view.addEventListener("pointermove", (e) => { if (!e.buttons) this.tell(e); });
    ui.view.addEventListener("pointerleave", () => (ui.note.hidden = true));
  }

  key(e) {
    if (e.target.matches("select, input, button") && e.key !== "k") return;
    const jump = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (e.key === " " || e.key === "k") this.playing ? this.pause() : this.play();
    else if (jump) { this.pause(); this.seek(this.at + jump * this.motion.step); }
    else return;
    e.preventDefault();
  }

  tell(e) {
    const box = this.ui.view.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
    const k = this.last_picture ? this.renderer.pick(this.last_picture, x, y) : -1, note = this.ui.note;
    note.hidden = k < 0;
    if (k < 0) return;
    const owner = this.last_picture.solids[k].owner;
    note.textContent = owner.name ?? this.data.bodies[owner.body];
    note.style.transform = `translate(${x + 14}px, ${y + 12}px)`;
  }

  charts() {
    this.drawn = this.motion.count < 2 ? [] : this.data.charts.map((group) => {
      const chart = new Chart(this.ui.charts, group, this.motion, (t) => { this.pause(); this.seek(t); });
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = group.title;
      const set = (on) => { chart.box.hidden = !on; chip.setAttribute("aria-pressed", on); this.dirty(); };
      chip.addEventListener("click", () => set(chart.box.hidden));
      set(group.open);
      this.ui.chips.append(chip);
      return chart;
    });
    this.ui.chips.parentElement.hidden = !this.drawn.length;
  }
}

window.linkwork = new Player(document.querySelector("main"), JSON.parse(document.getElementById("data").textContent));
