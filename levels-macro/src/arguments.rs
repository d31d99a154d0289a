//! The macro's arguments.

use levels_core::pack::{LintLevel, Options};
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, LitInt, LitStr, Path, Token, Visibility, parenthesized, punctuated::Punctuated,
};

/// `/// docs` `pub static NAME = "path", max_states = N, deny(lint), crate = path;`
pub struct Arguments {
    /// Documentation and other attributes of the static.
    pub attributes: Vec<Attribute>,
    /// The static's visibility.
    pub visibility: Visibility,
    /// The static's name.
    pub name: Ident,
    /// The path of the pack, relative to the manifest.
    pub path: LitStr,
    /// How to verify.
    pub options: Options,
    /// The path under which the expansion finds the core crate.
    pub core: Path,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        input.parse::<Token![static]>()?;
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let path: LitStr = input.parse()?;
        if path.value().contains('\\') {
            return Err(syn::Error::new(
                path.span(),
                "write the path with `/`, which works on every platform",
            ));
        }
        if std::path::Path::new(&path.value()).has_root() {
            return Err(syn::Error::new(
                path.span(),
                "an absolute path works on only one machine: write the path relative to the folder of Cargo.toml, such as \"levels/mine.json\" or \"../levels/mine.json\"",
            ));
        }
        let mut arguments = Self {
            attributes,
            visibility,
            name,
            path,
            options: Options::default(),
            core: syn::parse_quote!(::levels_core),
        };
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.peek(Token![;]) || input.is_empty() {
                break;
            }
            arguments.option(input)?;
        }
        if !input.is_empty() {
            input.parse::<Token![;]>()?;
        }
        if input.is_empty() {
            Ok(arguments)
        } else {
            Err(input.error(
                "one invocation embeds one pack; write another `include_pack!` for the next",
            ))
        }
    }
}

impl Arguments {
    fn option(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if input.peek(Token![crate]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            self.core = input.call(Path::parse_mod_style)?;
            return Ok(());
        }
        let key: Ident = input.parse()?;
        if key == "max_states" {
            input.parse::<Token![=]>()?;
            let number: LitInt = input.parse()?;
            self.options.max_states = Some(number.base10_parse()?);
            return Ok(());
        }
        let Some(level) = LintLevel::from_word(&key.to_string()) else {
            return Err(syn::Error::new(
                key.span(),
                format!(
                    "unknown argument `{key}`; known arguments are max_states = N, allow(…), warn(…), deny(…) and crate = path"
                ),
            ));
        };
        let names;
        parenthesized!(names in input);
        for name in Punctuated::<Ident, Token![,]>::parse_terminated(&names)? {
            self.options
                .lints
                .set(&name.to_string(), level)
                .map_err(|fault| syn::Error::new(name.span(), fault))?;
        }
        Ok(())
    }
}
