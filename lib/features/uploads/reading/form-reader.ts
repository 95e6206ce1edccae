import { isUtf8, Buffer } from 'node:buffer';
import { httpError, tooLarge } from '../../../diagnostics/http-error-catalogue.js';
import { BINARY, type FileLimits } from '../../../types/files.js';
import { UploadedFile } from '../../../routes/file-content.js';
import {
  type Body,
  bodyFormat,
  charsetOf,
  isTooDeep,
  isUtf8Charset,
  mediaTypeOf,
} from '../../../lifecycle/messages/body.js';
import type { Parameters } from '../../../routes/rest-request.js';
import { isJsonObject } from '../../../shared/records.js';
import {
  ParameterTree,
  keysOf,
  MalformedParameters,
} from '../../../lifecycle/messages/parameter-tree.js';
import type { ExpectedEntries, JsonField } from '../upload.step.js';
import { type UploadSettings, malformed } from './budgets.js';
import type { EntryHead } from './entry-head.js';
import { checkedMediaType } from './media-types.js';
import type { UploadStore } from './upload-store.js';

/** For a file whose name consists of folders only. */
const UNNAMED = 'unnamed';

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** The parts of a body, one after the other: nothing is received before it is requested. */
export interface EntryReader {
  /** The head of the next part, once the content of the one before has been read; `undefined` after the last. */
  nextEntry(): Promise<EntryHead | undefined>;
  /** The next piece of the content of the current part; `undefined` at its end. */
  nextChunk(): Promise<Buffer | undefined>;
  /** The same for a content that counts as a field. */
  nextFieldChunk(): Promise<Buffer | undefined>;
}

/** Reads one form: its fields, and the files that the route expects. */
export class FormReader {
  readonly #fields: ParameterTree;
  readonly #files: ParameterTree;
  /** The lists of which an item was sent under their name without brackets, as JSON. */
  readonly #items = new Set<string>();
  readonly #discarded = new Set<string>();
  #fileCount = 0;
  #partCount = 0;

  constructor(
    private readonly entries: EntryReader,
    private readonly expected: ExpectedEntries,
    private readonly store: UploadStore,
    private readonly settings: UploadSettings,
  ) {
    this.#fields = new ParameterTree(settings.maxFields);
    this.#files = new ParameterTree(settings.maxFiles);
  }

  /** @throws RestException for a form that is malformed, too large or of another type than expected. */
  async read(): Promise<Body> {
    try {
      for (let head = await this.entries.nextEntry(); head !== undefined;) {
        await this.#readEntry(head);
        head = await this.entries.nextEntry();
      }
    } catch (error) {
      throw error instanceof MalformedParameters ? malformed(error.message) : error;
    }
    const value = this.#withLists(this.#fields.toParameters());
    const files = this.#files.toParameters();
    return { kind: 'parameters', value, whole: value, files, discarded: this.#discarded };
  }

  async #readEntry(head: EntryHead): Promise<void> {
    const { name, filename } = head;
    const { maxFields, maxFiles } = this.settings;
    // Empty file inputs are neither fields nor files, but cost as much.
    if (++this.#partCount > maxFields + maxFiles)
      throw malformed(`more than ${maxFields + maxFiles} parts`);
    if (filename === undefined || this.#isJsonFile(head)) return this.#readField(head);
    // A browser sends an empty name for a file input without a file.
    if (filename !== '' && ++this.#fileCount > maxFiles) {
      throw malformed(`more than ${maxFiles} files`);
    }
    const [key = ''] = keysOf(name) ?? [];
    const limits = filename === '' ? undefined : this.expected.files.get(key);
    if (limits === undefined) {
      if (filename !== '') this.#discarded.add(key);
      return this.#discard(key);
    }
    this.#files.add(name, await this.#readFile(head, filename, key, limits));
  }

  /** Browsers give each part with a media type a file name. */
  #isJsonFile({ name, contentType }: EntryHead): boolean {
    const [key = ''] = keysOf(name) ?? [];
    return this.expected.json.has(key) && isJson(contentType);
  }

  async #readField(head: EntryHead): Promise<void> {
    const { name, contentType } = head;
    const keys = keysOf(name) ?? [];
    const [key = ''] = keys;
    const field = this.expected.json.get(key);
    const text = await this.#readText(head);
    const isWhole = keys.length === 1;
    const isValue = field !== undefined && (isWhole || (field.items !== undefined && isItem(keys)));
    const value = isValue ? jsonOrText(text, contentType, field) : text;
    if (isWhole && isOneOf(field?.items, value)) this.#items.add(key);
    this.#fields.add(name, value);
  }

  /** One item of a list, as JSON, is written as the item of a longer one. */
  #withLists(parameters: Parameters): Parameters {
    const written = parameters as Record<string, unknown>;
    for (const name of this.#items) written[name] = [written[name]];
    return parameters;
  }

  async #readText({ contentType = '' }: EntryHead): Promise<string> {
    const charset = charsetOf(contentType);
    if (!isUtf8Charset(charset)) {
      throw httpError('rest_unsupported_media_type', `charset "${charset}"`);
    }
    const chunks: Buffer[] = [];
    for (let chunk = await this.entries.nextFieldChunk(); chunk !== undefined;) {
      chunks.push(chunk);
      chunk = await this.entries.nextFieldChunk();
    }
    const bytes = Buffer.concat(chunks);
    if (!isUtf8(bytes)) throw malformed('a field that is not UTF-8');
    return bytes.toString('utf8');
  }

  async #readFile(
    { contentType = BINARY }: EntryHead,
    filename: string,
    key: string,
    { maxSize, mediaTypes }: FileLimits,
  ): Promise<UploadedFile> {
    const limit = Math.min(maxSize ?? Infinity, this.settings.maxFileSize);
    const { size, content } = await this.store.store(this.#chunksWithin(key, limit));
    const stated = mediaTypeOf(contentType);
    const claimed = { type: MEDIA_TYPE.test(stated) ? stated : BINARY, content };
    const { detection } = this.settings;
    const type =
      mediaTypes === undefined || detection === undefined
        ? claimed.type
        : await checkedMediaType(key, claimed, mediaTypes, detection);
    return new UploadedFile({ name: baseNameOf(filename), type, size, content });
  }

  async #discard(key: string): Promise<void> {
    const next = this.#chunksWithin(key, this.settings.maxFileSize);
    for (let chunk = await next(); chunk !== undefined;) chunk = await next();
  }

  #chunksWithin(key: string, limit: number): () => Promise<Buffer | undefined> {
    let size = 0;
    return async () => {
      const chunk = await this.entries.nextChunk();
      size += chunk?.length ?? 0;
      if (size > limit) throw tooLarge(limit, `the file "${key}"`);
      return chunk;
    };
  }
}

function isJson(contentType: string | undefined): boolean {
  return bodyFormat(contentType) === 'json';
}

/** Whether a value is an item of a list, and not the list itself. */
function isOneOf(items: JsonField['items'], value: unknown): boolean {
  if (items === 'object') return isJsonObject(value);
  return items === 'array' && Array.isArray(value) && !value.every(Array.isArray);
}

/** `lines[]` and `lines[0]`. */
function isItem([, index = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && /^\d*$/.test(index);
}

/**
 * An object or a list, which generated clients write as JSON: OpenAPI says so by default. Any other text is
 * validated as it is.
 *
 * @throws RestException for JSON with too many levels.
 */
function jsonOrText(text: string, contentType: string | undefined, field: JsonField): unknown {
  const isStructure = !field.acceptsText && /^\s*[[{]/.test(text);
  if (!isStructure && !isJson(contentType)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (isTooDeep(value, text.length)) throw malformed('a field that is nested too deeply');
  return value;
}

/**
 * The base name of the file name that a client sent: without folders of Unix or Windows, without control characters,
 * and never `.` or `..`.
 *
 * @example
 * baseNameOf('../../etc/passwd'); // 'passwd'
 * baseNameOf('C:\\fakepath\\a.png'); // 'a.png'
 */
function baseNameOf(filename: string): string {
  const end = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\'));
  const base = withoutControls(filename.slice(end + 1));
  return /^\.{0,2}$/.test(base.trim()) ? UNNAMED : base;
}

/** NUL ends a name in C, and a line break one in a header. */
function withoutControls(name: string): string {
  return name.replace(/\p{Cc}/gu, '');
}
