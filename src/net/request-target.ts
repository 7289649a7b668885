/** RFC 9112, 3.2.2: servers accept the absolute form, which clients of a proxy send. */
export const originForm = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
