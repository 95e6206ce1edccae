import {
  allOf,
  anyOf,
  Callback,
  Capability,
  HttpMethod,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { PermissionHelper, Permissions } from '../shared/permissions.js';

const removing = anyOf(new Capability('remove'), new Callback(Permissions.mayRemove));

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Put, allOf(new Callback(Subject.mayEdit), removing))
  update(id: int, title: string) {}
  @RestRoute('/{id}', HttpMethod.Delete, removing)
  remove(id: int) {}
  static mayEdit(title: string): boolean {
    return title !== '';
  }
}

export const expected = {
  methods: {
    update: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'title', type: { kind: 'string' } },
      ],
    },
    remove: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
  },
  staticMethods: {
    mayEdit: {
      parameters: [{ name: 'title', type: { kind: 'string' } }],
      returns: { kind: 'boolean' },
    },
    'Permissions.mayRemove': {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'helper', type: { kind: 'class', name: 'PermissionHelper' } },
      ],
      returns: { kind: 'boolean' },
    },
  },
};

export const references = () => ({ Permissions, PermissionHelper });
