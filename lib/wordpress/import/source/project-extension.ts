/** The extension of relative imports in a project: none in a CommonJS project. */
export type ImportExtension = '.js' | '';

/** The extension of relative imports, as `nest new` writes them. */
export function projectExtension(read: (path: string) => string | undefined): ImportExtension {
  const { type } = JSON.parse(read('/package.json') ?? '{}') as { readonly type?: unknown };
  return type === 'module' ? '.js' : '';
}
