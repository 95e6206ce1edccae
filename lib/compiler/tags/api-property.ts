import type { ProjectView } from '../program/project-view.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorCalls } from '../syntax/decorators.js';
import { literalProperty } from '../syntax/nodes.js';
import { ts } from '../program/typescript.js';
import type { JsonValue } from '../../schema/vocabulary.js';
import type { PropertySignature } from '../../types/type.js';

/** Those of `@nestjs/swagger` for a property. */
const NAMES = ['ApiProperty', 'ApiPropertyOptional', 'ApiResponseProperty'];

/** The texts of `@ApiProperty` that are constants. Everything else is stated by the type. */
export function apiPropertyOf(
  node: ts.Node,
  view: ProjectView,
): Pick<PropertySignature, 'description' | 'example' | 'deprecated'> {
  const [options] = NAMES.flatMap((name) => decoratorCalls(node, name)).flatMap(
    ({ arguments: stated }) => stated.slice(0, 1),
  );
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return {};
  const constant = (name: string): unknown => {
    const property = literalProperty(options, name);
    const isAssigned = property !== undefined && ts.isPropertyAssignment(property);
    return isAssigned ? constantOf(property.initializer, view)?.value : undefined;
  };
  const description = constant('description');
  const example = constant('example') as JsonValue | undefined;
  return {
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(example === undefined ? {} : { example }),
    ...(constant('deprecated') === true ? { deprecated: true as const } : {}),
  };
}
