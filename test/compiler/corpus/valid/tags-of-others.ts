import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Item {
  /**
   * Its key.
   * @see https://example.com
   * @deprecated
   * @author someone@example.com
   */
  id: int;
  /**
   * Tags of JSDoc, TSDoc, TypeDoc, tsoa and ts-json-schema-generator that state nothing here.
   * @abstract
   * @access
   * @alias
   * @alpha
   * @async
   * @author
   * @beta
   * @callback
   * @category
   * @class
   * @constant
   * @constructs
   * @copyright
   * @decorator
   * @defaultValue
   * @enum
   * @event
   * @eventProperty
   * @example
   * @experimental
   * @external
   * @file
   * @fires
   * @function
   * @generator
   * @global
   * @group
   * @hidden
   * @ignore
   * @implements
   * @inheritDoc
   * @inheritdoc
   * @inner
   * @instance
   * @internal
   * @isBool
   * @isFloat
   * @isInt
   * @isLong
   * @isString
   * @items
   * @kind
   * @label
   * @lends
   * @license
   * @link
   * @listens
   * @maxDate
   * @maximal
   * @member
   * @memberof
   * @min
   * @minDate
   * @max
   * @mixes
   * @mixin
   * @module
   * @name
   * @namespace
   * @nullable
   * @override
   * @package
   * @packageDocumentation
   * @param
   * @private
   * @privateRemarks
   * @property
   * @protected
   * @public
   * @remarks
   * @requires
   * @returns
   * @sealed
   * @see
   * @since
   * @static
   * @summary
   * @template
   * @this
   * @throws
   * @todo
   * @tutorial
   * @typeParam
   * @typedef
   * @variation
   * @version
   * @virtual
   * @yields
   */
  code: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Item) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'item',
          type: {
            kind: 'object',
            name: 'Item',
            properties: [
              { name: 'id', type: { kind: 'integer' }, description: 'Its key.', deprecated: true },
              {
                name: 'code',
                type: { kind: 'integer' },
                description:
                  'Tags of JSDoc, TSDoc, TypeDoc, tsoa and ts-json-schema-generator that state nothing here.',
              },
            ],
          },
        },
      ],
    },
  },
};
