// Generated from admin.openapi.yaml by `npm run generate`. Do not edit.

/** What the schema of a kind of fault cannot say: its stages, and whom it is for. */
export const faultTraits = {
  reply: {"stages":["instead","delivery"]},
  delay: {"stages":["delay"]},
  drop: {"stages":["instead","delivery"],"endsConnection":true},
  reset: {"stages":["instead","delivery"],"endsConnection":true},
  hang: {"stages":["instead","delivery"],"endsConnection":true},
  half: {"stages":["delivery"]},
  slow: {"stages":["delivery"]},
  duplicate: {"stages":["delivery"]},
} as const;
