// As `tsc` of a package writes it, without the plugin.
import { Param, ValueClass } from 'nestjs-rest-routes';

export class UntypedLine {
  sku;
}
Param({ minLength: 2 })(UntypedLine.prototype, 'sku');
ValueClass()(UntypedLine);

export class UndecoratedLine {
  sku;
}
ValueClass()(UndecoratedLine);

export class TypedLine {
  sku;
}
Param({ type: 'string', minLength: 2 })(TypedLine.prototype, 'sku');
ValueClass()(TypedLine);
