import type { ImportLines } from './import-lines.js';
import { textLiteral } from './literal.js';

/** A class, and the file that exports it. */
export interface ExportedClass {
  readonly name: string;
  readonly file: string;
}

/** The text of a module with the controllers of a namespace. */
export function moduleSource(
  name: string,
  namespace: string,
  controllers: readonly ExportedClass[],
  imports: ImportLines,
): string {
  imports.value('Module', '@nestjs/common');
  for (const { name: one, file } of controllers) imports.value(one, imports.specifierOf(file));
  const feature = `${imports.value('RestModule')}.forFeature({ namespace: ${textLiteral(namespace)} })`;
  const providers = controllers.map((one) => one.name).join(', ');
  return `${imports.toString()}
@Module({
  imports: [${feature}],
  providers: [${providers}],
})
export class ${name} {}
`;
}
