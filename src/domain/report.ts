/** What a client supplies when creating a report (2.1, 4.1). */
export interface ReportDraft {
  readonly tags: readonly string[];
  /** `<host>:<port>` */
  readonly c2Address: string;
  /** 64 lowercase hexadecimal characters. */
  readonly file256Hash: string;
  readonly referenceLink: string;
  readonly confidenceScore: number;
}

/** A report as it is kept: the draft, what the service adds to it, and whose it is. */
export interface StoredReport extends ReportDraft {
  readonly id: string;
  /** The feed it belongs to, and no other. */
  readonly service: string;
  /** The id of the caller who created it. */
  readonly createdBy: string;
  readonly name: string;
  /** Milliseconds since the epoch; how it is written is a matter of the dialect. */
  readonly reportedAt: number;
  readonly reportedBy: string;
  readonly firstSeenID: string;
}
