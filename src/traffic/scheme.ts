/** Whether repeated headers were joined: what has parameters, such as Digest, may have commas by itself. */
export function hasSeveralTokens(authorization = ''): boolean {
  return /, /.test(authorization) && !/^\s*\S+ +[\w-]+\s*=\s*["\w]/.test(authorization);
}

/** The scheme before a token, if it is a known one: any other word may be part of the secret. */
export function schemeOf(authorization: string | undefined): string | undefined {
  return /^(Bearer|Basic|Digest|Token|ApiKey) +\S/i.exec(authorization?.trim() ?? '')?.[1];
}
