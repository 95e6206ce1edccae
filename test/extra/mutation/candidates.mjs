// The places of a source file where a fault can be planted, and what stands there then.
import ts from 'typescript';

/** What these do shows in logs and memory only, or nothing: without them a program behaves as before. */
const WITHOUT_EFFECT =
  /\b(?:[lL]ogger|console)\b|\.(?:debug|verbose|warn|unref|freeze|preventExtensions|captureStackTrace)\(/;

/** Where a constant is a text for people, or a type. */
const TEXT_NAMES = new Set(['message', 'text', 'description', 'title', 'remedy', 'detail', 'fix']);

const OPPOSITES = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
]);

/** All candidates of a file: `{ file, kind, start, end, text, owner }`, where `owner` is the function around it. */
export function candidatesIn(source) {
  const found = [];
  const add = (kind, node, text, [start, end] = [node.getStart(source), node.getEnd()]) =>
    found.push({ file: source.fileName, kind, start, end, text, owner: ownerOf(node, source) });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || isWithoutEffect(node, source))
      return;
    negate(node, source, add);
    remove(node, source, add);
    swap(node, source, add);
    dropAwait(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isWithoutEffect(node, source) {
  return ts.isExpressionStatement(node) && WITHOUT_EFFECT.test(node.expression.getText(source));
}

/** The conditions of `if` and of `? :`; a loop whose condition is negated may never end. */
function negate(node, source, add) {
  const condition = ts.isIfStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : undefined;
  if (condition !== undefined)
    add('negated condition', condition, `!(${condition.getText(source)})`);
}

/** A statement that calls something or sets a member, among others. */
function remove(node, source, add) {
  if (!ts.isExpressionStatement(node) || !ts.isBlock(node.parent)) return;
  if (node.parent.statements.length < 2) return;
  const expression = ts.isAwaitExpression(node.expression)
    ? node.expression.expression
    : node.expression;
  const isCall =
    ts.isCallExpression(expression) && expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  const isSet =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(expression.left);
  if (isCall || isSet) add('removed step', node, ';');
}

function swap(node, source, add) {
  const kind = 'swapped constant';
  if (ts.isBinaryExpression(node)) {
    const opposite = OPPOSITES.get(node.operatorToken.kind);
    if (opposite !== undefined) add(kind, node.operatorToken, opposite);
  }
  if (isTextForPeople(node)) return;
  if (ts.isNumericLiteral(node)) add(kind, node, String(Number(node.text) + 1));
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(kind, node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(kind, node, 'true');
}

function isTextForPeople(node) {
  const { parent } = node;
  return (
    parent !== undefined &&
    ts.isPropertyAssignment(parent) &&
    ts.isIdentifier(parent.name) &&
    TEXT_NAMES.has(parent.name.text)
  );
}

/** Not the `await` of `return await`, and not that of a loop of chunks. */
function dropAwait(node, source, add) {
  if (!ts.isAwaitExpression(node)) return;
  if (ts.isReturnStatement(node.parent) || ts.isArrowFunction(node.parent)) return;
  add('dropped await', node, node.expression.getText(source));
}

/** The function or method around a node, by its place. */
function ownerOf(node, source) {
  let owner = node;
  while (owner.parent !== undefined && !isOwner(owner)) owner = owner.parent;
  return `${source.fileName}:${owner.getStart(source)}`;
}

function isOwner(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isVariableStatement(node)
  );
}
