/**
 * Limits of the control plane. Each is named where it is refused and in
 * src/admin/admin.openapi.yaml; a test compares them.
 */
export const most = {
  /** Worlds besides the default one. */
  worlds: 2_000,
  // Per world:
  snapshots: 100,
  faults: 1_000,
  /** All faults of a world, as JSON. */
  faultBytes: 4 * 1024 * 1024,
  callers: 10_000,
  services: 1_000,
  analyses: 1_000,
  /** One analysis as JSON. */
  analysisBytes: 64 * 1024,
  // Per server, concurrently:
  waits: 1_000,
  // Per caller or world:
  requests: 1_000_000_000,
  idleMinutes: 525_600,
};

/** Requests kept per world: fewer for created worlds, of which there may be many. */
export const seenRequests = {
  first: { entries: 5000, bytes: 16 * 1024 * 1024 },
  made: { entries: 300, bytes: 512 * 1024 },
};
