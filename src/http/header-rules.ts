/** RFC 9110, 7.6.1 and 8.6: connection and framing headers, set by this server alone. */
const framing = [
  ...['Connection', 'Content-Length', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding'],
  ...['Upgrade', 'Proxy-*'],
];
const isFraming = (name: string): boolean =>
  /^proxy-/i.test(name) || framing.some((one) => one.toLowerCase() === name.toLowerCase());

/** RFC 9110, 5.6.2. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110, 8.3.1. */
const mediaType = new RegExp(
  `^${token}/${token}([ \\t]*;[ \\t]*${token}=(${token}|"([\\t !#-[\\]-~\\x80-\\xFF]|\\\\[\\t -~])*"))*$`,
);

/** The formats of the headers of a configured response, `FixedHeaders` in admin.openapi.yaml. */
export const headerFormats = {
  'header-name': (name: string): boolean => new RegExp(`^${token}$`).test(name) && !isFraming(name),
  'media-type': mediaType,
};
