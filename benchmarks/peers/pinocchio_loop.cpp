// Time per evaluation of Pinocchio's forward dynamics inside a compiled loop, for a machine given as text on standard input:
//
//   gravity g_x g_y g_z
//   joint parent kind axis R(9) t(3) rotor mass com(3) inertia(9)  one line a joint; kind: turn slide ball free
//   cut joint_a R(9) t(3) joint_b R(9) t(3) rows                     rows 3: point, 6: weld
//   state q... ; v... ; tau...
//
// Prints the accelerations of that state, then nanoseconds per evaluation, the best of several rounds.
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/multibody.hpp>

namespace pin = pinocchio;
using Matrix3 = Eigen::Matrix3d;
using Vector3 = Eigen::Vector3d;

static Matrix3 matrix(std::istream &in) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) in >> m(i, j);
  return m;
}

static Vector3 vector(std::istream &in) {
  Vector3 v;
  in >> v[0] >> v[1] >> v[2];
  return v;
}

static pin::JointModel joint(const std::string &kind, int axis) {
  if (kind == "turn") {
    if (axis == 0) return pin::JointModelRX();
    if (axis == 1) return pin::JointModelRY();
    return pin::JointModelRZ();
  }
  if (kind == "slide") {
    if (axis == 0) return pin::JointModelPX();
    if (axis == 1) return pin::JointModelPY();
    return pin::JointModelPZ();
  }
  if (kind == "ball") return pin::JointModelSpherical();
  return pin::JointModelFreeFlyer();
}

int main() {
  pin::Model model;
  std::vector<pin::RigidConstraintModel> cuts;
  Eigen::VectorXd q, v, tau;
  std::string line, word;
  while (std::getline(std::cin, line)) {
    std::istringstream in(line);
    in >> word;
    if (word == "gravity") {
      model.gravity.linear(vector(in));
    } else if (word == "joint") {
      int parent, axis;
      std::string kind;
      in >> parent >> kind >> axis;
      const Matrix3 R = matrix(in);
      const Vector3 t = vector(in);
      double rotor, mass;
      in >> rotor >> mass;
      const Vector3 com = vector(in);
      const Matrix3 I = matrix(in);
      const auto id = model.addJoint(parent, joint(kind, axis), pin::SE3(R, t), "j" + std::to_string(model.njoints));
      model.armature[model.idx_vs[id]] = rotor;
      if (mass > 0) model.appendBodyToJoint(id, pin::Inertia(mass, com, I), pin::SE3::Identity());
    } else if (word == "cut") {
      int a, b, rows;
      in >> a;
      const Matrix3 Ra = matrix(in);
      const Vector3 ta = vector(in);
      in >> b;
      const Matrix3 Rb = matrix(in);
      const Vector3 tb = vector(in);
      in >> rows;
      cuts.emplace_back(rows == 3 ? pin::CONTACT_3D : pin::CONTACT_6D, model, a, pin::SE3(Ra, ta), b, pin::SE3(Rb, tb), pin::LOCAL);
    } else if (word == "state") {
      q.resize(model.nq), v.resize(model.nv), tau.resize(model.nv);
      for (int i = 0; i < model.nq; ++i) in >> q[i];
      for (int i = 0; i < model.nv; ++i) in >> v[i];
      for (int i = 0; i < model.nv; ++i) in >> tau[i];
    }
  }
  pin::Data data(model);
  std::vector<pin::RigidConstraintData> work;
  for (const auto &cut : cuts) work.emplace_back(cut);
  pin::initConstraintDynamics(model, data, cuts, work);
  pin::ProximalSettings settings(1e-12, 1e-10, 3);
  const auto accelerate = [&]() -> const Eigen::VectorXd & {
    return cuts.empty() ? pin::aba(model, data, q, v, tau)
                        : pin::constraintDynamics(model, data, q, v, tau, cuts, work, settings);
  };
  std::cout << std::setprecision(17) << accelerate().transpose() << std::endl;
  double best = 1e300, sum = 0;
  for (int round = 0; round < 7; ++round) {
    const int count = 10000;
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < count; ++k) {
      q[0] += 1e-12;
      sum += accelerate()[0];
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / count);
  }
  std::cout << best * 1e9 << " " << sum << std::endl;
}
