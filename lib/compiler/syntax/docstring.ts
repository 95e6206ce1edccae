import type { MethodSignature } from '../../model/signature/method-signature.js';
import { ts } from '../program/typescript.js';
import { inlineDocs } from './inline-docs.js';

type Documentation = Pick<MethodSignature, 'description' | 'deprecated'>;

/** The description of a method, and its `@deprecated`. */
export function documentationOf(node: ts.Node): Documentation {
  const description = descriptionOf(node);
  const deprecated = ts.getJSDocDeprecatedTag(node);
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated: textOf(deprecated.comment) ?? true }),
  };
}

/** The docstrings of a property or a method. */
export function docsOf(node: ts.Node): readonly ts.JSDoc[] {
  const attached = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const known = new Set(attached.map(({ pos }) => pos));
  // One that TypeScript attaches, as before a parameter, counts once.
  const inline = new Map(inlineDocs(node).map((doc) => [doc.pos, doc]));
  return [...[...inline.values()].filter(({ pos }) => !known.has(pos)), ...attached];
}

/** The text of the docstring of a property or a method, without its tags. */
export function descriptionOf(node: ts.Node): string | undefined {
  return textOf(docsOf(node).at(-1)?.comment);
}

/** The text of the `@param` tag of a parameter. */
export function parameterDescription(node: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(node);
  return textOf(tag?.comment)?.replace(/^-\s*/, '');
}

function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string | undefined {
  const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}
