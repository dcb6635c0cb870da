import { Drawer, SegmentedControl, Input, Switch, Text } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { useFormText } from '@/shared/forms/i18n';
import { LtrField } from '@/shared/forms/ltr-field';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession, can } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { ImageUploader } from '@/shared/upload/image-uploader';
import { useMenuText } from './i18n';
import { LinkTarget } from './link-target';
import { checkLink, linkOf, titleAfterPick, valuesOf, type LinkValues } from './link-values';
import type { LinkErrors } from './menu-errors';
import { maxTitle, type MenuLink } from './menu-tree';

interface LinkDrawerProps {
  title: string;
  /** Null of a new one. */
  link: MenuLink | null;
  /** What the server said of it; the form opens at the first of its fields. */
  errors?: LinkErrors;
  /** Leaving the page asks because of the form; not where the menu asks already. */
  isGuarded: boolean;
  onSave: (link: MenuLink) => void;
  onClose: () => void;
}

/** The form of a link, beside the tree. It changes the menu in the editor; the menu itself is saved there. */
export default function LinkDrawer(props: LinkDrawerProps) {
  const s = useShared();
  const f = useFormText();
  const phone = usePhoneScreen();
  const isDirty = useRef(() => false);
  const close = async () => {
    const isLeaving =
      !isDirty.current() ||
      (await confirm({
        title: f('dirty.title'),
        text: f('dirty.text'),
        confirm: f('dirty.leave'),
        cancel: f('stale.back'),
        danger: true,
      }));
    if (isLeaving) props.onClose();
  };
  return (
    <Drawer
      opened
      // "right" is the end side.
      position="right"
      size={phone ? '100%' : 520}
      onClose={() => void close()}
      // The editor gives the focus to the row, which may be new.
      returnFocus={false}
      title={
        <Text fw={600} fz={17}>
          {props.title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <LinkForm {...props} onClose={() => void close()} isDirty={isDirty} />
    </Drawer>
  );
}

/** The kinds of targets that this user may read, and that of the link. */
function useKinds(own: MenuLink['link_type'] | undefined): MenuLink['link_type'][] {
  const { user } = useSession();
  const readable: Record<MenuLink['link_type'], boolean> = {
    PRODUCT: can('read', 'Product', user),
    CATEGORY: can('read', 'Category', user),
    PAGE: can('read', 'Page', user),
    CUSTOM: true,
  };
  return (['CATEGORY', 'PRODUCT', 'PAGE', 'CUSTOM'] as const).filter((kind) => readable[kind] || kind === own);
}

function LinkForm({
  link,
  errors,
  isGuarded,
  onSave,
  onClose,
  isDirty,
}: LinkDrawerProps & {
  /** Set by the form: whether something was typed. */
  isDirty: RefObject<() => boolean>;
}) {
  const t = useMenuText();
  useLateAutofocus();
  const kinds = useKinds(link?.link_type);
  const hasBelow = (link?.links.length ?? 0) > 0;
  const form = useApiForm<LinkValues>({
    initialValues: valuesOf(link, kinds[0] ?? 'CUSTOM'),
    initialErrors: { ...errors },
    validate: (values) => checkLink(values, hasBelow),
  });
  const { values } = form;
  useEffect(() => {
    isDirty.current = () => form.isDirty();
  });
  const [wrong] = Object.keys(errors ?? {});
  useEffect(() => {
    if (wrong) form.reveal(wrong);
    // Once, when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const setKind = (link_type: MenuLink['link_type']) =>
    form.setValues({
      link_type,
      entity_id: null,
      target_name: null,
      target_state: 'shown',
      title: titleAfterPick(values.title, values.target_name, null),
    });
  return (
    <DialogFormBody
      form={form}
      guard={isGuarded}
      done={null}
      submit={t(link ? 'apply' : 'add')}
      onSave={async (input) => onSave(linkOf(input, link))}
      // `onSave` has closed it.
      onClose={() => undefined}
      onCancel={onClose}
    >
      <Input.Wrapper label={t('kind')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('kind')}
          value={values.link_type}
          onChange={(value) => setKind(value as MenuLink['link_type'])}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Input.Wrapper>
      {values.link_type === 'CUSTOM' ? (
        <LtrField
          label={t('url')}
          description={hasBelow ? `${t('urlText')}. ${t('urlHeading')}` : t('urlText')}
          required={!hasBelow}
          inputMode="url"
          maxLength={2000}
          data-autofocus={link ? undefined : true}
          {...form.getInputProps('url')}
        />
      ) : (
        <LinkTarget form={form} kind={values.link_type} />
      )}
      <TranslatedField form={form} name="title" label={t('linkTitle')} required maxLength={maxTitle} />
      <Switch label={t('newTab')} {...form.getInputProps('is_new_tab', { type: 'checkbox' })} />
      <div data-translated="image_id">
        <ImageUploader
          label={t('image')}
          max={1}
          showCover={false}
          hint={t('imageHint')}
          value={values.images}
          onChange={(images) => form.setFieldValue('images', images)}
          error={form.errors.image_id}
          data-path="image_id"
        />
      </div>
    </DialogFormBody>
  );
}
