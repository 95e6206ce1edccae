import type { Class } from '../../shared/records.js';
import { isNotInstalled } from '../../shared/is-not-installed.js';
import { importTransformerStorage, type TransformerStorage } from '../internals.js';

/** class-transformer, as far as it matters here; an optional peer. */
export interface ClassTransformer {
  /** Whether a class or one of its properties is decorated. */
  isDecorated(type: Class, properties: readonly string[]): boolean;
  /** The class that `@Type` names. */
  typeOf(type: Class, property: string): Class | undefined;
  /** Whether `@Transform` changes a property of a request. */
  transforms(type: Class, property: string): boolean;
  /** The name that `@Expose` gives a property in requests. */
  exposedName(type: Class, property: string): string | undefined;
  /** Makes an instance from the properties of these names; an object of a request may have others. */
  toInstance(type: Class, properties: object, names: readonly string[]): object;
}

const PLAIN_TO_CLASS = 0;

/** Loads class-transformer where it is installed. */
export async function loadClassTransformer(): Promise<ClassTransformer | undefined> {
  const loaded = await importIfInstalled();
  if (loaded === undefined) return undefined;
  const { plainToInstance, storage } = loaded;
  return {
    isDecorated: (type, properties) =>
      storage.getStrategy(type) !== 'none' ||
      properties.some((name) => isPropertyDecorated(storage, type, name)),
    typeOf: (type, property) => namedType(storage, type, property),
    transforms: (type, property) =>
      storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS).length > 0,
    exposedName: (type, property) => {
      const { name, toPlainOnly } = storage.findExposeMetadata(type, property)?.options ?? {};
      return toPlainOnly === true ? undefined : name;
    },
    toInstance: (type, properties, names) => {
      const known = Object.entries(properties).filter(([name]) => names.includes(name));
      return plainToInstance(type as never, Object.fromEntries(known)) as object;
    },
  };
}

function isPropertyDecorated(storage: TransformerStorage, type: Class, name: string): boolean {
  return (
    storage.findTypeMetadata(type, name) !== undefined ||
    storage.findExposeMetadata(type, name) !== undefined ||
    storage.findExcludeMetadata(type, name) !== undefined ||
    storage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0
  );
}

function namedType(storage: TransformerStorage, type: Class, name: string): Class | undefined {
  const named = storage.findTypeMetadata(type, name)?.typeFunction?.();
  return typeof named === 'function' ? (named as Class) : undefined;
}

async function importIfInstalled() {
  try {
    const { plainToInstance } = await import('class-transformer');
    return { plainToInstance, storage: await importTransformerStorage() };
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
