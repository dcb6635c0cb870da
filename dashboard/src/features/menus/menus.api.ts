import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type MenuRow = Schema<'MenuRow'>;
export type MenuView = Schema<'MenuView'>;
export type MenuLinkView = Schema<'MenuLinkView'>;
export type MenuLinkIn = SchemaIn<'MenuLinkIn'>;
export type LinkType = Schema<'LinkType'>;

export const menus = resource('menus');

/** The pages that a link may lead to: all of the store, drafts too. */
export const pagesQuery = apiQuery('/pages');
