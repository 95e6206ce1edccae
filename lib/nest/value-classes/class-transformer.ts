import type { Class } from '../../shared/class.js';

/** class-transformer, as far as it matters here; an optional peer. */
export interface ClassTransformer {
  /** Whether a class or one of its properties is decorated. */
  isDecorated(type: Class, properties: readonly string[]): boolean;
  /** The class that `@Type` names. */
  typeOf(type: Class, property: string): Class | undefined;
  toInstance(type: Class, properties: object): object;
}

interface Storage {
  findTypeMetadata(target: Class, name: string): { typeFunction?: () => unknown } | undefined;
  findTransformMetadatas(target: Class, name: string, kind: number): readonly unknown[];
  findExposeMetadata(target: Class, name: string): unknown;
  findExcludeMetadata(target: Class, name: string): unknown;
  getStrategy(target: Class): string;
}

const PLAIN_TO_CLASS = 0;

/** Loads class-transformer where it is installed. */
export async function loadClassTransformer(): Promise<ClassTransformer | undefined> {
  const loaded = await importIfInstalled();
  if (loaded === undefined) return undefined;
  const { plainToInstance, storage } = loaded;
  const isDecorated = (type: Class, name: string): boolean =>
    storage.findTypeMetadata(type, name) !== undefined ||
    storage.findExposeMetadata(type, name) !== undefined ||
    storage.findExcludeMetadata(type, name) !== undefined ||
    storage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0;
  return {
    isDecorated: (type, properties) =>
      storage.getStrategy(type) !== 'none' || properties.some((name) => isDecorated(type, name)),
    typeOf: (type, property) => {
      const named = storage.findTypeMetadata(type, property)?.typeFunction?.();
      return typeof named === 'function' ? (named as Class) : undefined;
    },
    toInstance: (type, properties) => plainToInstance(type as never, properties) as object,
  };
}

async function importIfInstalled() {
  try {
    const { plainToInstance } = await import('class-transformer');
    // Its store of decorations is not among its exports, and it has no other way to ask for them.
    const store = (await import('class-transformer/cjs/storage.js' as string)) as {
      readonly defaultMetadataStorage: Storage;
    };
    return { plainToInstance, storage: store.defaultMetadataStorage };
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
