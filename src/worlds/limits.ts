/**
 * How much of everything the control plane may make. Each is named where it is refused, in
 * admin.openapi.yaml and in docs/control-plane.md; a test compares them.
 */
export const most = {
  /** Worlds besides the first. */
  worlds: 2_000,
  // In one world:
  snapshots: 100,
  faults: 1_000,
  /** All faults of a world together, as JSON. */
  faultBytes: 4 * 1024 * 1024,
  callers: 10_000,
  services: 1_000,
  analyses: 1_000,
  /** One analysis as JSON. */
  analysisBytes: 64 * 1024,
  // Of one server, at the same time:
  readers: 100,
  waits: 1_000,
  // Of one caller or world:
  requests: 1_000_000_000,
  idleMinutes: 525_600,
};

/** Requests seen that are kept. There may be many made worlds. */
export const seenRequests = {
  first: { entries: 1000, bytes: 4 * 1024 * 1024 },
  made: { entries: 300, bytes: 512 * 1024 },
};
