"""Settings of the server that environment/lab starts, beside those of its user."""


def without_version(model, **others):
    """Leaves out of a saved notebook which JDK opened it, so that a notebook that is opened and saved stays as it was."""
    if model["type"] == "notebook":
        model["content"].get("metadata", {}).get("language_info", {}).pop("version", None)


c = get_config()  # noqa: F821
c.FileContentsManager.pre_save_hook = without_version
