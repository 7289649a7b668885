/** A clause cannot be tested; the reason names the key of the target file that would enable it. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
  constructor(keyOrReason: string) {
    super(/^[\w.[\]]+$/.test(keyOrReason) ? `the target file has no ${keyOrReason}` : keyOrReason);
  }
}
