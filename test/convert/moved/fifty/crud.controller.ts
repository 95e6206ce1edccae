import {
  Body,
  Delete,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  type Type,
} from '@nestjs/common';

export interface Row {
  readonly id: number;
  readonly name: string;
}

/** The handlers that all controllers of rows have. */
export abstract class CrudController<Entity extends Row> {
  protected abstract readonly rows: readonly Entity[];

  @Get()
  list(): readonly Entity[] {
    return this.rows;
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number): Entity {
    const row = this.rows.find((each) => each.id === id);
    if (row === undefined) throw new NotFoundException(`No row ${id}`);
    return row;
  }

  @Post()
  create(@Body('name') name: string) {
    return { id: this.rows.length + 1, name };
  }

  @Patch(':id')
  update(@Param('id', ParseIntPipe) id: number, @Body('name') name: string) {
    return { ...this.one(id), name };
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.one(id);
  }
}

/** The same as a mixin. */
export function Listed<Entity extends Row>(
  rows: readonly Entity[],
): Type<{
  list(): readonly Entity[];
  first(): Entity | undefined;
}> {
  class ListedController {
    @Get()
    list(): readonly Entity[] {
      return rows;
    }

    @Get('first')
    first(): Entity | undefined {
      return rows[0];
    }
  }
  return ListedController;
}
