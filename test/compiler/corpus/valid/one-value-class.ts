import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';

@ValueClass()
class Item {
  id: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param() item: Item, @Param() other?: Item | null) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'item', type: { kind: 'class', name: 'Item' } },
        { name: 'other', type: { kind: 'class', name: 'Item', nullable: true }, optional: true },
      ],
    },
  },
};

export const references = () => ({ Item });
