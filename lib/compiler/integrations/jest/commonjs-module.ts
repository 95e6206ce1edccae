import { ts } from '../../program/typescript.js';

/** What stands for `import.meta` in a module that is compiled to CommonJS, which has no such thing. */
const META = `({
  url: require('node:url').pathToFileURL(__filename).href,
  filename: __filename,
  dirname: __dirname,
})`;

/** Replaces `import.meta`. TypeScript leaves it in place, and the result would be no valid script. */
const requiredMeta: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const replace = (node: ts.Node): ts.Node => {
    if (!isMeta(node)) return ts.visitEachChild(node, replace, context);
    return context.factory.createIdentifier(META);
  };
  return ts.visitEachChild(file, replace, context);
};

/** What Jest takes from a transformer. */
export interface CompiledModule {
  readonly code: string;
  readonly map?: string;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
  allowJs: true,
  sourceMap: true,
};

/**
 * Compiles an ES module of an installed package for Jest, whose `require` loads ES modules from Node 24.9
 * on and only with `--experimental-vm-modules`. A file in CommonJS stays as it is.
 */
export function compileToCommonJs(source: string, path: string): CompiledModule {
  if (!hasModuleSyntax(source, path)) return { code: source };
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: path,
    compilerOptions: OPTIONS,
    transformers: { before: [requiredMeta] },
  });
  return { code: outputText, ...(sourceMapText !== undefined && { map: sourceMapText }) };
}

/** Whether Jest passes a file because `transformIgnorePatterns` lets it: a script of an installed package. */
export function isInstalledScript(path: string): boolean {
  return /[\\/]node_modules[\\/].*\.m?js$/.test(path);
}

function hasModuleSyntax(source: string, path: string): boolean {
  const options = { languageVersion: ts.ScriptTarget.Latest };
  return ts.isExternalModule(ts.createSourceFile(path, source, options, false));
}

function isMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}
