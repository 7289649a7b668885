/** What stands before a token, where it is a word that is known to: anything else may be a part of the secret. */
export const schemeOf = (authorization: string | undefined): string | undefined =>
  /^(Bearer|Basic|Digest|Token|ApiKey) +\S/i.exec(authorization?.trim() ?? '')?.[1];
