/** Where clauses explain each other, the first of these is the cause. */
const basics: readonly RegExp[] = [
  /\/body-is-json$/,
  /^create\/(stores-|lowers-|id-is-the-services|parallel-)/,
  /-present$/,
  /-type$/,
  /-format$/,
  /^delete\/missing-id-is-refused$/,
  /^delete\/removes-only-that-report$/,
  /^delete\/refused-means-unchanged$/,
  /^delete\/own-feed-only$/,
  /^fetch\/report-stays$/,
];

export const rankOf = (clause: string): number => {
  const at = basics.findIndex((pattern) => pattern.test(clause));
  return at < 0 ? basics.length : at;
};

const alikeFamilies =
  /^(create|fetch|delete|lookup)\/(body-is-json|content-type-is-json|error-(present|type|flag-\w+)|flag-(present|type|true)|token-required|token-must-be-known)$/;

/** What clauses have in common that say the same of several operations: one fault behind all of them. */
export const familyOf = (clause: string): string | undefined => alikeFamilies.exec(clause)?.[2];
