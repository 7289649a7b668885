/** What the control plane answers, as far as this page reads it. */
export interface SeenRequest {
  id: number;
  time: string;
  method: string;
  url: string;
  operation?: string;
  caller?: string;
  requestHeaders: { [name: string]: string };
  requestBody?: string;
  status?: number;
  responseHeaders: { [name: string]: string };
  responseBody?: string;
  outcome: string;
  why?: string;
  reason?: string;
  faults?: string[];
  ms: number;
  truncated?: boolean;
}
export interface Finding {
  id: string;
  kind: 'breaks' | 'relies-on';
  sentence: string;
  caller: string;
  times: number;
  first: { method: string; path: string; status?: number };
}
export interface Report {
  id: string;
  service: string;
  name: string;
  tags: string[];
  c2Address: string;
  file256Hash: string;
  referenceLink: string;
  confidenceScore: number;
  createdBy: string;
  reportedBy: string;
  reportedAt: string;
  firstSeenID: string;
}
export interface Analysis {
  date: string;
  tags: { heat: number; name: string }[];
  fileName: string;
  sha256Hash: string;
  sizeInBytes: number;
  [field: string]: unknown;
}
export interface ReportPage {
  reports: Report[];
  total: number;
  next?: number;
}
export interface Caller {
  id: string;
  name: string;
  token: string;
  authorization: string;
  roles: string[];
  owns?: string;
  requests?: number;
  requestsLeft: number;
  expiresAt?: string;
}
export interface Fault {
  id: string;
  type: string;
  operation?: string;
  caller?: string;
  times?: number;
  ms?: number;
  spread?: number;
  status?: number;
  [field: string]: unknown;
}
export type Answer = string | number | boolean;
export interface OpenPoint {
  id: string;
  section: string;
  question: string;
  default: Answer;
  alternatives: Answer[];
  answer: Answer;
  accepts?: { type: 'integer' | 'string'; minimum?: number; pattern?: string };
  why: string;
}
export interface DialectView {
  name?: string;
  differences: { [id: string]: Answer };
  dialects: { name: string; says: string; differences: { [id: string]: Answer } }[];
  openPoints: OpenPoint[];
}
export interface World {
  id: string;
  baseUrl: string;
  createdAt: string;
  usedAt: string;
  idleMinutes: number;
  reports: number;
  requests: number;
}
