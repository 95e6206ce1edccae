import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAMESPACE = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;
const MANIFEST_KEY = 'nestjs-rest-routes';

/** Whether a text can be a namespace: path segments without a slash at either end. */
export function isNamespace(text: unknown): text is string {
  return typeof text === 'string' && NAMESPACE.test(text);
}

/** The namespace that the nearest `package.json`, from a folder upwards, gives the project. */
export function manifestNamespace(folder: string): unknown {
  const path = nearestManifest(folder);
  if (path === undefined) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const settings = property(manifest, MANIFEST_KEY);
  return property(settings, 'namespace');
}

function nearestManifest(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestManifest(parent);
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
