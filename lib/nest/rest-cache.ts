import { Inject, Injectable } from '@nestjs/common';
import type { OpenRoute, Route } from '../routes/route.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { NullRecord } from '../shared/records.js';
import { CacheRegistry, type CachedHandlerId } from './cache-registry.js';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { UploadPort } from '../lifecycle/arguments/uploads.js';
import { DEFAULT_BODY_LIMIT } from '../platform/read-request-body.js';
import { UploadReader } from '../platform/uploads/upload-reader.js';
import type { RestUploadsOptions } from './options/item-options.js';
import type { RestModuleOptions } from './options/rest-options.js';
import { Buffer } from 'node:buffer';
import type { FileContent } from '../routes/file-content.js';
import type { DetectMediaType, UploadSettings } from '../platform/uploads/budgets.js';
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { BYTE_SIZE_FORM, parseByteSize, type ByteSize } from '../types/files.js';

type ControllerClass<Controller> = abstract new (...args: never[]) => Controller;

/**
 * Ends what the cache keeps, for every process that shares its store.
 *
 * @example
 * constructor(private readonly cache: RestCache) {}
 * async rename(id: number, title: string) {
 *   await this.items.rename(id, title);
 *   await this.cache.purgeTags('items');
 *   await this.cache.purge(ItemsController, 'one', { id });
 * }
 *
 * A purge holds for this process from the moment of the call. It resolves to `true` when it holds for
 * every process, and to `false` where the store cannot be had: it is tried again until the store is
 * back. It never rejects, as it follows a write that is done.
 */
@Injectable()
export class RestCache {
  /** @internal Nest calls it. */
  constructor(@Inject(CacheRegistry) private readonly registry: CacheRegistry) {}

  /** How often the store has failed since the start of the process. */
  get storeFailures(): number {
    return this.registry.cache?.storeFailures ?? 0;
  }

  /**
   * Ends the responses of a method of a controller.
   *
   * @param args The typed arguments of the responses to end; those left out count with their defaults.
   * Without `args`, all responses of the method.
   * @throws InvalidArgumentException where no such method has `@Cache`.
   */
  async purge<Controller>(
    controller: ControllerClass<Controller>,
    method: keyof Controller & string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const handler = this.registry.handlerOf(controller, method);
    if (handler !== undefined) return this.#purgeHandler(handler, args);
    const routes = this.registry.routesOf(controller, method);
    if (routes.length === 0) {
      throw new InvalidArgumentException(
        `RestCache.purge: ${controller.name}.${method} is not a cached route. Put @Cache on it, or purge another.`,
      );
    }
    const purges = routes.map(({ route }) => this.#purgeRoute(route.open(), args));
    return (await Promise.all(purges)).every(Boolean);
  }

  /** Ends the responses that carry one of these tags. */
  async purgeTags(...tags: readonly string[]): Promise<boolean> {
    return (await this.registry.cache?.purgeTags(...tags)) ?? true;
  }

  /** Ends all responses of the application. */
  async purgeAll(): Promise<boolean> {
    return (await this.registry.cache?.purgeAll()) ?? true;
  }

  async #purgeHandler(
    { routeId }: CachedHandlerId,
    args: Readonly<Record<string, unknown>> | undefined,
  ): Promise<boolean> {
    const { cache } = this.registry;
    if (cache === undefined) return true;
    return cache.purge(routeId, args === undefined ? undefined : textsOf(args));
  }

  async #purgeRoute(
    { cache: definition, arguments: definitions }: OpenRoute,
    args: Readonly<Record<string, unknown>> | undefined,
  ): Promise<boolean> {
    const { cache } = this.registry;
    if (cache === undefined || definition === undefined) return true;
    if (args === undefined) return cache.purge(definition.routeId);
    const complete = Object.create(null) as Record<string, unknown>;
    for (const { name, fallback } of definitions) {
      const value = Object.hasOwn(args, name) ? args[name] : fallback?.();
      if (value !== undefined) complete[name] = value;
    }
    return cache.purge(definition.routeId, complete);
  }
}

/** The parameters of a plain handler are texts, as they come in path and query. */
function textsOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const texts: Record<string, unknown> = new NullRecord<unknown>();
  for (const [name, value] of Object.entries(args)) texts[name] = textOf(value);
  return texts;
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const DEFAULT_FILE_SIZE = '10 MiB';

const DEFAULT_MEMORY = '1 MiB';

/** PHP's `max_file_uploads` and `max_input_vars`. */
const DEFAULT_FILES = 20;

const DEFAULT_FIELDS = 1000;

/** How much of a file is looked at: signatures are at the beginning, and work on a hostile file is limited. */
const SAMPLE_BYTES = 65_536;

/**
 * What reads the forms of an application.
 *
 * @throws InvalidArgumentException where an option is invalid, or the package file-type is missing.
 */
export async function openUploads(
  { uploads = {}, bodyLimit }: RestModuleOptions,
  adapter: AbstractHttpAdapter,
  definitions: readonly Route[],
): Promise<UploadPort> {
  return new UploadReader({
    ...uploadSettingsOf(uploads),
    bodyLimit: bodyLimit ?? adapterLimit(adapter) ?? DEFAULT_BODY_LIMIT,
    detect: await loadDetection(definitions),
  });
}

/** Fastify has a limit of its own. */
function adapterLimit(adapter: AbstractHttpAdapter): number | undefined {
  if (adapter.getType() !== 'fastify') return undefined;
  const { initialConfig } = adapter.getInstance<{
    readonly initialConfig: { readonly bodyLimit?: number };
  }>();
  return initialConfig.bodyLimit;
}

/**
 * What names media types by content, from the package file-type; loaded only where a parameter states
 * `mediaTypes`.
 *
 * @throws InvalidArgumentException where the package is needed and not installed.
 */
async function loadDetection(definitions: readonly Route[]): Promise<DetectMediaType | undefined> {
  const route = definitions.find(({ checksFiles }) => checksFiles);
  if (route === undefined) return undefined;
  const { fileTypeFromBuffer } = await loadFileType(route);
  return async (content) => (await fileTypeFromBuffer(await sampleOf(content)))?.mime;
}

async function sampleOf(content: FileContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content.stream()) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks, Math.min(size, SAMPLE_BYTES));
}

async function loadFileType({ handler }: Route): Promise<typeof import('file-type')> {
  try {
    return await import('file-type');
  } catch (cause) {
    throw new InvalidArgumentException(
      `${handler} states @Param({ mediaTypes }), which the package file-type checks by content: npm install file-type`,
      { cause },
    );
  }
}

/**
 * The options of `forRoot({ uploads })` with their defaults.
 *
 * @throws InvalidArgumentException where one is no size or no count, or where files cannot be created in the
 *   folder.
 */
function uploadSettingsOf(
  options: RestUploadsOptions,
): Omit<UploadSettings, 'bodyLimit' | 'detect'> {
  const { maxFileSize, maxFiles, maxFields, memoryLimit, folder } = options;
  return {
    maxFileSize: bytes('maxFileSize', maxFileSize ?? DEFAULT_FILE_SIZE),
    maxFiles: count('maxFiles', maxFiles ?? DEFAULT_FILES),
    maxFields: count('maxFields', maxFields ?? DEFAULT_FIELDS),
    memoryLimit: bytes('memoryLimit', memoryLimit ?? DEFAULT_MEMORY),
    folder: folder === undefined ? tmpdir() : folderOf(folder),
  };
}

function bytes(name: string, value: ByteSize): number {
  return parseByteSize(value) ?? reject(name, BYTE_SIZE_FORM, value);
}

function count(name: string, value: unknown): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isCount ? value : reject(name, 'a whole number above zero', value);
}

/** Once, at startup: a folder that is missing would fail the first large upload only. */
function folderOf(folder: string): string {
  try {
    accessSync(folder, constants.W_OK);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Reported below, like a path that is no folder.
  }
  return reject('folder', 'a folder that exists and can be written', folder);
}

function reject(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(
    `RestModule: uploads.${name} is ${expected}, not ${received}.`,
  );
}
