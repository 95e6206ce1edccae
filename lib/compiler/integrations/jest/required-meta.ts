import { ts } from '../../program/typescript.js';

/** What stands for `import.meta` in a module that is compiled to CommonJS, which has no such thing. */
const META = `({
  url: require('node:url').pathToFileURL(__filename).href,
  filename: __filename,
  dirname: __dirname,
})`;

/** Replaces `import.meta`. TypeScript leaves it in place, and the result would be no valid script. */
export const requiredMeta: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const replace = (node: ts.Node): ts.Node => {
    if (!isMeta(node)) return ts.visitEachChild(node, replace, context);
    return context.factory.createIdentifier(META);
  };
  return ts.visitEachChild(file, replace, context);
};

function isMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}
