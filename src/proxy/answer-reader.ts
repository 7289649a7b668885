import type { RawHeaders } from './hop-by-hop.ts';

/** The beginning of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly message: string;
  readonly headers: RawHeaders;
  /** How many bytes its body has, where it says so. */
  readonly length?: number;
}

/** Told of an answer while it comes. */
export interface AnswerSink {
  /** The target waits for the body of the request. */
  onContinue(): void;
  onHead(head: AnswerHead): void;
  onBody(chunk: Buffer): void;
  onEnd(trailers: RawHeaders): void;
}

type State = 'idle' | 'head' | 'body' | 'size' | 'chunk' | 'gap' | 'trailers' | 'until close';

const longestHead = 64 * 1024;
const longestLine = 4 * 1024;

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/;
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const forbidden = /[^\t\x20-\x7e\x80-\xff]/;
const sizeLine = /^([\da-f]{1,12})[ \t]*(?:;|$)/i;

const notHttp = (): Error => new Error('it does not answer in HTTP');

/** Reads the answers of one connection, one after the other (RFC 9112). */
export class AnswerReader {
  #sink: AnswerSink | undefined;
  #method = '';
  #state: State = 'idle';
  #held: Buffer | undefined;
  #left = 0;
  #trailers: string[] = [];
  #isLasting = false;

  /** An answer to a request of this method comes next. */
  begin(method: string, sink: AnswerSink): void {
    this.#method = method;
    this.#sink = sink;
    this.#state = 'head';
  }

  /** Whether another request may be sent on the connection: the answer is over, and does not end it. */
  get isLasting(): boolean {
    return this.#state === 'idle' && this.#isLasting;
  }

  /** Throws where it is no HTTP. */
  read(bytes: Buffer): void {
    let rest = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#held = undefined;
    while (rest.length > 0) {
      const used = this.#step(rest);
      if (used === 0) {
        this.#held = rest;
        return;
      }
      rest = rest.subarray(used);
    }
  }

  /** The connection has ended; true where that is how the answer ends. */
  close(): boolean {
    if (this.#state !== 'until close') return false;
    this.#end([]);
    return true;
  }

  /** How many bytes are used of these; none where more have to come first. */
  #step(bytes: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#head(bytes);
      case 'body':
      case 'chunk':
        return this.#body(bytes);
      case 'size':
        return this.#size(bytes);
      case 'gap':
        return this.#gap(bytes);
      case 'trailers':
        return this.#trailer(bytes);
      case 'until close':
        this.#sink?.onBody(bytes);
        return bytes.length;
      case 'idle':
        throw notHttp();
    }
  }

  #head(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n', 0, 'latin1');
    if (end < 0) {
      if (bytes.length > longestHead || !mayBeHttp(bytes)) throw notHttp();
      return 0;
    }
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const [, minor, digits, message = ''] = statusLine.exec(first) ?? [];
    if (digits === undefined) throw notHttp();
    const status = Number(digits);
    const headers = fieldsOf(lines);
    // Nobody has asked for another protocol.
    if (status === 101) throw notHttp();
    if (status < 200) {
      if (status === 100) this.#sink?.onContinue();
      return end + 4;
    }
    this.#frame(minor === '1', status, headers);
    const length = this.#state === 'body' ? this.#left : undefined;
    this.#sink?.onHead({ status, message, headers, ...(length !== undefined && { length }) });
    if (this.#state === 'body' && this.#left === 0) this.#end([]);
    return end + 4;
  }

  /** RFC 9112, 6.3: where the body ends. */
  #frame(isNew: boolean, status: number, headers: RawHeaders): void {
    const connection = valuesOf(headers, 'connection');
    const encoding = valuesOf(headers, 'transfer-encoding');
    const lengths = valuesOf(headers, 'content-length');
    this.#isLasting = isNew ? !connection.includes('close') : connection.includes('keep-alive');
    this.#left = Number(lengths[0] ?? 0);
    const isOdd = lengths.some((one) => !/^\d{1,15}$/.test(one) || Number(one) !== this.#left);
    if (isOdd || (lengths.length > 0 && encoding.length > 0)) throw notHttp();
    if (this.#method === 'HEAD' || status === 204 || status === 304) {
      this.#left = 0;
      this.#state = 'body';
    } else if (encoding.at(-1) === 'chunked') this.#state = 'size';
    else if (encoding.length === 0 && lengths.length > 0) this.#state = 'body';
    else {
      this.#state = 'until close';
      this.#isLasting = false;
    }
  }

  #body(bytes: Buffer): number {
    const chunk = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes;
    this.#left -= chunk.length;
    this.#sink?.onBody(chunk);
    if (this.#left === 0 && this.#state === 'chunk') this.#state = 'gap';
    else if (this.#left === 0) this.#end([]);
    return chunk.length;
  }

  #size(bytes: Buffer): number {
    const line = lineIn(bytes);
    if (line === undefined) return 0;
    const [, digits] = sizeLine.exec(line) ?? [];
    if (digits === undefined) throw notHttp();
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    return line.length + 2;
  }

  #gap(bytes: Buffer): number {
    if (bytes.length < 2) return 0;
    if (bytes[0] !== 13 || bytes[1] !== 10) throw notHttp();
    this.#state = 'size';
    return 2;
  }

  #trailer(bytes: Buffer): number {
    const line = lineIn(bytes);
    if (line === undefined) return 0;
    if (line !== '') this.#trailers.push(line);
    else this.#end(fieldsOf(this.#trailers));
    if (this.#trailers.length > 1000) throw notHttp();
    return line.length + 2;
  }

  #end(trailers: RawHeaders): void {
    const sink = this.#sink;
    this.#state = 'idle';
    this.#sink = undefined;
    this.#trailers = [];
    sink?.onEnd(trailers);
  }
}

const mayBeHttp = (bytes: Buffer): boolean => {
  const beginning = bytes.toString('latin1', 0, 7);
  return 'HTTP/1.'.startsWith(beginning);
};

/** Up to the end of a line, without that; undefined where it has not come yet. */
function lineIn(bytes: Buffer): string | undefined {
  const end = bytes.indexOf('\r\n', 0, 'latin1');
  if (end > longestLine || (end < 0 && bytes.length > longestLine)) throw notHttp();
  return end < 0 ? undefined : bytes.toString('latin1', 0, end);
}

function fieldsOf(lines: readonly string[]): string[] {
  const fields: string[] = [];
  for (const line of lines) {
    if (forbidden.test(line)) throw notHttp();
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (fieldName.test(name)) fields.push(name, trimmed(line.slice(colon + 1)));
    // A line that goes on in the next (RFC 9112, 5.2).
    else if (/^[ \t]/.test(line) && fields.length > 0)
      fields.push(trimmed(`${fields.pop()} ${trimmed(line)}`));
    else throw notHttp();
  }
  return fields;
}

/** Without blanks around it, and only those: other spaces are bytes of the value. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** All that a header lists, in lower case. */
function valuesOf(headers: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const field = headers[i] as string;
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    for (const part of (headers[i + 1] as string).split(','))
      values.push(part.trim().toLowerCase());
  }
  return values;
}
