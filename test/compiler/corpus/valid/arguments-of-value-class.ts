import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';

@ValueClass()
class Paging {
  page: int = 1;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Arguments() paging: Paging) {}
}

export const expected = {
  methods: {
    create: { parameters: [{ name: 'paging', type: { kind: 'class', name: 'Paging' } }] },
  },
};

export const references = () => ({ Paging });
