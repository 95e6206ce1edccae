const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** The first code unit that is no ASCII, that takes three bytes, and those of surrogates. */
const TWO_BYTES = 0x80;
const THREE_BYTES = 0x800;
const SURROGATES = { first: 0xd800, last: 0xdfff } as const;

/** A code unit takes three bytes of UTF-8 at most, and six as an escape. */
const MOST_BYTES = 3;
const ESCAPED = 6;

/** A larger text gets a buffer of its own, so that no process keeps the size of its largest response. */
const MOST_KEPT = 256 * 1024;
const FIRST_SIZE = 16 * 1024;

/** The code units that JSON has as they are, in one byte. */
const PLAIN = new Uint8Array(0x10000)
  .fill(1, 0x20, TWO_BYTES)
  .fill(0, QUOTE, QUOTE + 1)
  .fill(0, BACKSLASH, BACKSLASH + 1);

/** How JSON escapes a character of ASCII; the others are themselves. */
const ESCAPES = Array.from({ length: TWO_BYTES }, (_, unit) =>
  JSON.stringify(String.fromCharCode(unit)).slice(1, -1),
);

/** A longer text is written by the platform. */
const SHORT = 48;

const ZERO = 0x30;
const DASH = 0x2d;
const POINT = 0x2e;
const T = 0x54;
const Z = 0x5a;

const DAY = 86_400_000;
const DAYS_OF_YEAR = 365.2425;
/** The days before 1970. */
const EPOCH = daysBefore(1970);
/** Years of four digits. */
const FIRST_TIME = Date.UTC(1000, 0);
const LAST_TIME = Date.UTC(10_000, 0) - 1;
const COMMON_YEAR: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_YEAR = COMMON_YEAR.with(1, 29);

const DATES: Readonly<Record<'toJSON' | 'toISOString', unknown>> = Date.prototype;
/** An application may replace what writes all dates, before this file is loaded or after. */
const NATIVE = { toJSON: nativeOrNone(DATES.toJSON), toISOString: nativeOrNone(DATES.toISOString) };

/** The pairs of brackets. */
export const LIST = [0x5b, 0x5d] as const;
export const OBJECT = [0x7b, 0x7d] as const;

/**
 * Writes JSON into a buffer: text by text it would be a rope of thousands of strings, which an engine makes flat
 * before it sends them. Each part of a list or an object is written with a comma before it; the first comma becomes
 * the bracket.
 */
export class JsonWriter {
  /** Where the next byte is written. */
  at = 0;
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  /** The number of bytes, and a view of them, for generated code. */
  size = FIRST_SIZE;
  view = viewOf(this.#bytes);
  #isAscii = true;
  #isBusy = false;
  #rawBytes = 0;

  /**
   * The text that `write` writes; `undefined` where it gives up, and while another text is being written: an accessor
   * may make a request.
   */
  textOf(write: () => boolean): string | undefined {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    this.#isAscii = true;
    this.#rawBytes = 0;
    this.at = 0;
    try {
      if (!write()) return undefined;
      return this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.at);
    } finally {
      this.#isBusy = false;
      if (this.size > MOST_KEPT) this.#use(Buffer.allocUnsafeSlow(FIRST_SIZE));
    }
  }

  /** Whether most of the last text is what the platform has written: all of it would have been faster by `JSON.stringify`. */
  get isMostlyRaw(): boolean {
    return 2 * this.#rawBytes > this.at;
  }

  /** Makes room for so many bytes, which generated code then writes into the `view`. */
  reserve(count: number): void {
    const needed = this.at + count;
    if (needed <= this.size) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.size));
    this.#bytes.copy(larger, 0, 0, this.at);
    this.#use(larger);
  }

  #use(bytes: ReturnType<typeof Buffer.allocUnsafeSlow>): void {
    this.#bytes = bytes;
    this.size = bytes.length;
    this.view = viewOf(bytes);
  }

  /** Ends a list or an object, of which the first byte is at a position. */
  end(start: number, [open, close]: typeof LIST | typeof OBJECT): void {
    this.reserve(2);
    if (this.at === start) this.at++;
    this.#bytes[start] = open;
    this.#bytes[this.at++] = close;
  }

  /**
   * A text, for which its length and two bytes are reserved. A loop is faster than a call for most names and words,
   * slower for others.
   */
  string(text: string): void {
    const { length } = text;
    if (length > SHORT) {
      this.raw(JSON.stringify(text));
      return;
    }
    const bytes = this.#bytes;
    let { at } = this;
    bytes[at++] = QUOTE;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (PLAIN[unit] !== 1) {
        this.at = at;
        this.#escaped(text, index);
        return;
      }
      bytes[at++] = unit;
    }
    bytes[at++] = QUOTE;
    this.at = at;
  }

  /** The rest of a short text, with what needs an escape or several bytes. */
  #escaped(text: string, first: number): void {
    const { length } = text;
    const start = this.at - first - 1;
    this.reserve(ESCAPED * (length - first) + 1);
    const bytes = this.#bytes;
    let { at } = this;
    for (let index = first; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (PLAIN[unit] === 1) bytes[at++] = unit;
      else if (unit < TWO_BYTES) {
        const escape = ESCAPES[unit] ?? '';
        for (let one = 0; one < escape.length; one++) bytes[at++] = escape.charCodeAt(one);
      } else if (unit < THREE_BYTES) {
        this.#isAscii = false;
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else if (unit < SURROGATES.first || unit > SURROGATES.last) {
        this.#isAscii = false;
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        const point = text.codePointAt(index) ?? unit;
        // JSON has the half of a character as an escape.
        if (point === unit) {
          this.at = start;
          this.raw(JSON.stringify(text));
          return;
        }
        index++;
        this.#isAscii = false;
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[at++] = 0x80 | (point & 0x3f);
      }
    }
    bytes[at++] = QUOTE;
    this.at = at;
  }

  /** A finite number, for which the bytes are reserved. */
  number(value: number): void {
    const digits = `${value}`;
    const bytes = this.#bytes;
    let { at } = this;
    for (let index = 0; index < digits.length; index++) bytes[at++] = digits.charCodeAt(index);
    this.at = at;
  }

  /** A comma, the name of a property, and a colon. */
  name(name: string): void {
    this.reserve(name.length + 3);
    this.#bytes[this.at++] = COMMA;
    this.string(name);
    this.reserve(1);
    this.#bytes[this.at++] = COLON;
  }

  /**
   * A valid `Date` without members of its own, for which the bytes are reserved. The platform formats one in half a
   * microsecond.
   *
   * @returns Whether dates are written as ever.
   */
  date(value: Date): boolean {
    if (DATES.toJSON !== NATIVE.toJSON || DATES.toISOString !== NATIVE.toISOString) return false;
    const time = value.getTime();
    if (time < FIRST_TIME || time > LAST_TIME) return false;
    const days = Math.floor(time / DAY);
    this.#bytes[this.at++] = QUOTE;
    this.#calendar(days + EPOCH);
    this.#clock(time - days * DAY);
    this.#bytes[this.at++] = QUOTE;
    return true;
  }

  /** `2000-01-31T` of a day, counted from the beginning of the year 0. */
  #calendar(days: number): void {
    let year = Math.floor(days / DAYS_OF_YEAR);
    if (days < daysBefore(year)) year--;
    else if (days >= daysBefore(year + 1)) year++;
    const first = daysBefore(year);
    const lengths = daysBefore(year + 1) - first === 366 ? LEAP_YEAR : COMMON_YEAR;
    let day = days - first;
    let month = 0;
    for (let length = lengths[0] ?? 0; day >= length; length = lengths[++month] ?? 31)
      day -= length;
    this.#digits(Math.floor(year / 100), 0);
    this.#digits(year % 100, DASH);
    this.#digits(month + 1, DASH);
    this.#digits(day + 1, T);
  }

  /** `23:59:59.999Z` of the milliseconds of a day. */
  #clock(time: number): void {
    const seconds = Math.floor(time / 1000);
    const milliseconds = time - seconds * 1000;
    this.#digits(Math.floor(seconds / 3600), COLON);
    this.#digits(Math.floor(seconds / 60) % 60, COLON);
    this.#digits(seconds % 60, POINT);
    this.#bytes[this.at++] = ZERO + Math.floor(milliseconds / 100);
    this.#digits(milliseconds % 100, Z);
  }

  /** A number of two digits, and what follows it. */
  #digits(value: number, next: number): void {
    const tens = Math.floor(value / 10);
    const bytes = this.#bytes;
    bytes[this.at++] = ZERO + tens;
    bytes[this.at++] = ZERO + value - 10 * tens;
    if (next !== 0) bytes[this.at++] = next;
  }

  /** A text of JSON. */
  raw(json: string): void {
    this.reserve(MOST_BYTES * json.length);
    const written = this.#bytes.write(json, this.at);
    if (written !== json.length) this.#isAscii = false;
    this.at += written;
    this.#rawBytes += written;
  }
}

function nativeOrNone(method: unknown): unknown {
  return String(method).endsWith('{ [native code] }') ? method : undefined;
}

/** The days before a year, from the beginning of the year 0 of the Gregorian calendar. */
function daysBefore(year: number): number {
  const last = year - 1;
  const leaps = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400);
  return 365 * year + leaps + 1;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
