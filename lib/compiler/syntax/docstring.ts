import type { MethodSignature } from '../../model/signature/method-signature.js';
import { ts } from '../program/typescript.js';

type Documentation = Pick<MethodSignature, 'description' | 'deprecated'>;

/** What a docstring says of a method. */
export function documentationOf(node: ts.Node): Documentation {
  const description = descriptionOf(node);
  const deprecated = ts.getJSDocDeprecatedTag(node);
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated: textOf(deprecated.comment) ?? true }),
  };
}

/** What a docstring says of a property, or of a method as a whole. */
export function descriptionOf(node: ts.Node): string | undefined {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return textOf(comments.at(-1)?.comment);
}

/** What `@param` says. */
export function parameterDescription(node: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(node);
  return textOf(tag?.comment)?.replace(/^-\s*/, '');
}

function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string | undefined {
  const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}
