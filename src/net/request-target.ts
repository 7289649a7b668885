/** RFC 9112, 3.2.2: a server takes the absolute form, which clients of a proxy send, as well. */
export const originForm = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
