import { BusboyConfig, Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { RestException } from '../../../lib/diagnostics/rest.exception.js';
import { ByteBudget, ByteSource } from '../../../lib/features/uploads/reading/budgets.js';
import { MultipartReader } from '../../../lib/features/uploads/reading/multipart-reader.js';
import { fuzzSettings } from './support/settings.js';

const { numRuns, seed, repeatable } = fuzzSettings();
const BOUNDARY = 'xXb';

/** A part as a parser has read it; a field has no file name. */
interface ReadPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly content: string;
}

type Reading = readonly ReadPart[] | { readonly rejected: string };

/** Why the library rejects what busboy reads: each is a form that two parsers read in two ways, or no form. */
const REJECTIONS: readonly { readonly message: RegExp; readonly reason: string }[] = [
  {
    message: /a content that begins with its boundary/,
    reason: 'busboy reads an empty part',
  },
  { message: /a parameter twice/, reason: 'busboy takes the last name' },
  { message: /a header twice/, reason: 'busboy takes the first header' },
  { message: /a name in two ways/, reason: 'busboy takes filename* or filename, by their order' },
  {
    message: /a part without a name/,
    reason: 'busboy leaves the part out, or reads a name undefined',
  },
  { message: /a part that is not form data/, reason: 'busboy leaves the part out' },
  { message: /a malformed Content-Disposition/, reason: 'busboy guesses' },
  { message: /a malformed header/, reason: 'busboy unfolds it, or leaves it out' },
  { message: /another form in it/, reason: 'busboy reads it as a content' },
  { message: /an encoded part/, reason: 'busboy passes on the encoding, which callers ignore' },
  { message: /a name that is not UTF-8/, reason: 'busboy replaces bytes' },
  { message: /a line with more than a boundary/, reason: 'busboy takes the line for a boundary' },
  {
    message: /a boundary after the last one/,
    reason: 'busboy ignores what follows the last boundary',
  },
  { message: /ends before its last boundary/, reason: 'busboy reads a form of no part' },
];

/** Where both read a form, and read something else. */
const DIFFERENCES: readonly {
  readonly applies: (form: string) => boolean;
  readonly reason: string;
}[] = [
  {
    applies: (form) => form.includes('\\'),
    reason:
      'A backslash that is not before a quote is a character for the library, as browsers send it, and an escape for busboy.',
  },
];

async function readByLibrary(chunks: readonly Buffer[]): Promise<Reading> {
  const source = new ByteSource(Readable.from(chunks));
  const reader = new MultipartReader(source, BOUNDARY, new ByteBudget(1_000_000));
  const parts: ReadPart[] = [];
  try {
    for (let head = await reader.nextEntry(); head !== undefined; head = await reader.nextEntry()) {
      const content: Buffer[] = [];
      for (let chunk = await reader.nextChunk(); chunk !== undefined;) {
        content.push(chunk);
        chunk = await reader.nextChunk();
      }
      const { name, filename } = head;
      parts.push({ name, filename, content: Buffer.concat(content).toString('utf8') });
    }
    return parts;
  } catch (error) {
    if (error instanceof RestException) return { rejected: error.message };
    throw error;
  }
}

async function readByBusboy(chunks: readonly Buffer[]): Promise<Reading> {
  const settings: BusboyConfig = {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    preservePath: true,
    // By default a part of application/octet-stream without a file name is a file too.
    isPartAFile: (_name, _type, filename) => filename !== undefined,
  };
  const busboy = new Busboy(settings);
  const parts: { name: string; filename: string | undefined; content: string }[] = [];
  busboy.on('field', (name, content) => void parts.push({ name, filename: undefined, content }));
  busboy.on('file', (name, stream, filename) => {
    const part = { name, filename, content: '' };
    const content: Buffer[] = [];
    parts.push(part);
    stream.on('data', (chunk: Buffer) => void content.push(chunk));
    stream.on('end', () => (part.content = Buffer.concat(content).toString('utf8')));
  });
  try {
    const finished = once(busboy, 'finish');
    Readable.from(chunks).pipe(busboy);
    await finished;
    return parts;
  } catch (error) {
    return { rejected: String(error) };
  }
}

const text = fc.constantFrom(
  '',
  'a',
  'b',
  'ü',
  'a b',
  'a.txt',
  '../a',
  'C:\\a',
  'a\\"b',
  '[]',
  '%22',
  "'",
  ';',
  '=',
);
const parameter = fc.oneof(
  { weight: 6, arbitrary: text.map((value) => `name="${value}"`) },
  { weight: 4, arbitrary: text.map((value) => `filename="${value}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "filename*=utf-8''a.txt",
      'name=a',
      'NAME="b"',
      'filename=a.txt',
      'x=y',
      'name',
      '',
    ),
  },
);
const disposition = fc
  .tuple(
    fc.constantFrom('form-data', 'form-data', 'Form-Data', 'attachment'),
    fc.array(parameter, { maxLength: 3 }),
  )
  .map(([type, parameters]) => `Content-Disposition: ${[type, ...parameters].join('; ')}`);
const good = fc
  .tuple(text, fc.option(text, { nil: undefined }))
  .map(
    ([name, filename]) =>
      `content-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
  );
const header = fc.constantFrom(
  'Content-Type: text/plain',
  'Content-Type: application/octet-stream',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Type: multipart/mixed; boundary=y',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: binary',
  'X: y',
  ' folded',
  'no colon',
);
const content = fc
  .array(
    fc.constantFrom(
      'x',
      'ü',
      '\r\n',
      '\r',
      '\n',
      '-',
      '--',
      `--${BOUNDARY}`,
      `\r\n--${BOUNDARY.slice(0, 2)}`,
      '\0',
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));
const part = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: good }, disposition),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(header, { maxLength: 2 })),
    content,
  )
  .map(
    ([first, others, value]) =>
      `--${BOUNDARY}\r\n${[first, ...others].join('\r\n')}\r\n\r\n${value}\r\n`,
  );
const around = fc.constantFrom(
  '',
  '',
  '',
  'y',
  '\r\n',
  'y\r\n',
  `--${BOUNDARY}`,
  `\r\n--${BOUNDARY}--\r\n`,
  ' \r\n',
);
const end = fc.constantFrom(
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}`,
  '',
);
const form = fc
  .tuple(
    fc.constantFrom('', '', '', 'preamble\r\n', '\r\n'),
    fc.array(part, { maxLength: 4 }),
    end,
    around,
  )
  .map(([before, parts, last, after]) => `${before}${parts.join('')}${last}${after}`);
/** Cut at any place, as connections cut them. */
const chunked = fc
  .tuple(form, fc.array(fc.nat({ max: 400 }), { maxLength: 4 }))
  .map(([whole, places]) => {
    const bytes = Buffer.from(whole);
    const cuts = [
      0,
      ...places.filter((at) => at < bytes.length).toSorted((a, b) => a - b),
      bytes.length,
    ];
    const chunks = cuts.slice(1).map((at, index) => bytes.subarray(cuts[index], at));
    return { whole, chunks: chunks.filter(({ length }) => length > 0) };
  });

test('A form that the library reads, @fastify/busboy reads alike, and each other difference is on a list.', async () => {
  const seen = { read: 0, rejected: 0, different: 0 };
  await repeatable(
    fc.assert(
      fc.asyncProperty(chunked, async ({ whole, chunks }) => {
        const ours = await readByLibrary(chunks);
        if ('rejected' in ours) {
          seen.rejected++;
          expect(
            REJECTIONS.some(({ message }) => message.test(ours.rejected)),
            ours.rejected,
          ).toBe(true);
        } else if (DIFFERENCES.some(({ applies }) => applies(whole))) {
          seen.different++;
        } else {
          seen.read++;
          expect(await readByBusboy(chunks)).toEqual(ours);
        }
      }),
      { numRuns, seed },
    ),
  );
  // A generator of forms that neither reads would find nothing.
  expect(seen.read).toBeGreaterThan(numRuns / 20);
  expect(seen.rejected).toBeGreaterThan(numRuns / 20);
});
